import { existsSync } from "node:fs";
import { resolve } from "node:path";
import {
  fromPointer,
  isJsonObject,
  type Diagnostic,
  type JsonValue,
} from "@traffic-policy/policy-language";
import type { IgnoreNode } from "@traffic-policy/policy-lint";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import type { LintConfiguration } from "../configuration/lint-schema.ts";

type Entry = NonNullable<LintConfiguration["ignoreFindings"]>[number];

interface PlacedEntry {
  readonly entry: Entry;
  /** Absolute path. */
  readonly file: string;
  /** Where it stands in the configuration, as a JSON Pointer. */
  readonly path: string;
}

/** The entries of `lint.ignoreFindings`, and which of them found something. */
export class ConfiguredIgnores {
  readonly #entries: readonly PlacedEntry[];
  readonly #used = new Set<Entry>();
  readonly #configuration: LoadedConfiguration | undefined;

  constructor(configuration: LoadedConfiguration | undefined) {
    this.#configuration = configuration;
    this.#entries = (configuration?.lint?.ignoreFindings ?? []).map((entry, index) => ({
      entry,
      file: resolve(configuration?.folder ?? "", entry.file),
      path: `/lint/ignoreFindings/${index}`,
    }));
  }

  /**
   * Whether an entry orders to ignore a finding in a file.
   *
   * @param file - absolute path
   */
  ignores(file: string, finding: Diagnostic, document: JsonValue | undefined): boolean {
    const found = this.#entries.find(
      ({ entry, file: other }) =>
        other === file &&
        entry.rule === finding.rule &&
        (entry.path === undefined || `${finding.path}/`.startsWith(`${entry.path}/`)) &&
        (entry.policyRule === undefined || entry.policyRule === ruleName(document, finding.path)),
    );
    if (found !== undefined) this.#used.add(found.entry);
    return found !== undefined;
  }

  /** Whether there is an entry about a file. */
  isAbout(file: string): boolean {
    return this.#entries.some(({ file: other }) => other === file);
  }

  /** Whether an entry names a place in a file by its JSON Pointer. */
  namesPlaces(file: string): boolean {
    return this.#entries.some(
      ({ entry, file: other }) => other === file && entry.path !== undefined,
    );
  }

  /** The entries about a file that found nothing. */
  unused(file: string): IgnoreNode[] {
    return this.#nodes(({ entry, file: other }) => other === file && !this.#used.has(entry));
  }

  /** The entries about files that are not there, which can find nothing. */
  ofMissingFiles(): IgnoreNode[] {
    return this.#nodes(({ file }) => !existsSync(file));
  }

  #nodes(isMeant: (entry: PlacedEntry) => boolean): IgnoreNode[] {
    return this.#entries.filter(isMeant).flatMap(({ entry, path }): IgnoreNode[] => {
      const location = this.#configuration?.locate(path);
      if (location === undefined) return [];
      const rules = [{ name: entry.rule, isKnown: true, meant: undefined, isUsed: false }];
      return [{ kind: "configuration", location, order: "ignoreFindings", rules, why: entry.why }];
    });
  }
}

/** The name of the policy's rule that a path leads into. */
function ruleName(document: JsonValue | undefined, path: string): JsonValue | undefined {
  const [direction = "", index = ""] = fromPointer(path);
  const rules = isJsonObject(document) ? document[direction] : undefined;
  const rule = Array.isArray(rules) ? (rules as readonly JsonValue[])[Number(index)] : undefined;
  return isJsonObject(rule) ? rule["name"] : undefined;
}
