import { Remembered } from "@traffic-policy/policy-language/internal";
import { DocumentTrees } from "@traffic-policy/policy-language/editing";
import type { YamlReader } from "./yaml.ts";

/** Results kept across the versions of a document, so that an edit does not recompute everything. */
export class TreeMemory extends DocumentTrees<YamlReader> {
  /**
   * Semantic tokens of each rule, keyed by its text and by what else they depend on. Positions are relative to the
   * rule.
   */
  readonly tokens = new Remembered<readonly number[]>();
  readonly #policies: TreeMemory[] = [];

  /** The memory of a policy among those that the document holds. */
  ofPolicy(index: number): TreeMemory {
    return (this.#policies[index] ??= new TreeMemory(this.yaml));
  }
}
