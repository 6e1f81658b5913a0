import {
  fromPointer,
  isJsonObject,
  type Diagnostic,
  type JsonValue,
  type SourceRange,
} from "@traffic-policy/policy-language";
import type { IgnoreNode } from "../nodes/ignore-node.ts";
import type { LintConfiguration } from "./lint-schema.ts";

type Entry = NonNullable<LintConfiguration["ignoreFindings"]>[number];

interface PlacedEntry {
  readonly entry: Entry;
  /** The name that the caller uses. */
  readonly file: string;
  /** Its place in the configuration, as a JSON Pointer. */
  readonly path: string;
}

/** Ignore directives of the configuration. */
export interface IgnoringConfiguration {
  /** Returns the caller's name for a file that the configuration names. */
  fileOf(name: string): string;
  /** Where a part of the configuration stands. */
  locate(pointer: string): SourceRange;
}

/** The entries of `lint.ignoreFindings`, and which of them found something. */
export class ConfiguredIgnores {
  readonly #entries: readonly PlacedEntry[];
  readonly #used = new Set<Entry>();
  readonly #configuration: IgnoringConfiguration | undefined;

  constructor(
    { ignoreFindings = [] }: LintConfiguration,
    configuration: IgnoringConfiguration | undefined,
  ) {
    this.#configuration = configuration;
    this.#entries = ignoreFindings.map((entry, index) => ({
      entry,
      file: configuration?.fileOf(entry.file) ?? entry.file,
      path: `/lint/ignoreFindings/${index}`,
    }));
  }

  /** Returns true when an entry suppresses a finding in a file. */
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

  /** Returns true when any entry applies to a file. */
  isAbout(file: string): boolean {
    return this.#entries.some(({ file: other }) => other === file);
  }

  /** Returns true when an entry names a place in a file by its JSON Pointer. */
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
  ofMissingFiles(exists: (file: string) => boolean): IgnoreNode[] {
    return this.#nodes(({ file }) => !exists(file));
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

function ruleName(document: JsonValue | undefined, path: string): JsonValue | undefined {
  const [direction = "", index = ""] = fromPointer(path);
  const rules = isJsonObject(document) ? document[direction] : undefined;
  const rule = Array.isArray(rules) ? (rules as readonly JsonValue[])[Number(index)] : undefined;
  return isJsonObject(rule) ? rule["name"] : undefined;
}
