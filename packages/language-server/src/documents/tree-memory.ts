import { Remembered } from "@traffic-policy/policy-language";
import { DocumentTrees } from "@traffic-policy/policy-language/editing";
import type { YamlReader } from "./yaml.ts";

/** What was made of the versions of one document. */
export class TreeMemory extends DocumentTrees<YamlReader> {
  /** What editors colour in a rule, by its text and what else it depends on; places relative to the rule. */
  readonly tokens = new Remembered<readonly number[]>();
}
