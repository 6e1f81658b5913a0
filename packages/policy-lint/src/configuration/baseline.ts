import { type Diagnostic } from "@traffic-policy/policy-language";
import { fingerprint, type Fingerprint } from "@traffic-policy/policy-language/internal";

interface Entry extends Fingerprint {
  /** Relative to the baseline, with slashes. */
  readonly file: string;
  readonly count?: number;
}

/** Thrown for a text that is not a baseline, or is a baseline of another version. */
export class InvalidBaseline extends Error {
  override readonly name = "InvalidBaseline";
  /** The version of its format, when this package knows another one only. */
  readonly version: number | undefined;

  constructor(message: string, { version, cause }: { version?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.version = version;
  }
}

const formatVersion = 1;

/** The files that a baseline is about. */
export interface BaselineFiles {
  /** Returns the name of a file in the baseline: relative to it, with slashes. */
  nameOf(file: string): string;
  /** Returns true when a file of this name exists. */
  exists(name: string): boolean;
}

/** The findings that are known and left out, and how a run compares with them. */
export class Baseline {
  readonly #known: ReadonlyMap<string, Entry>;
  readonly #linted = new Set<string>();
  readonly #found = new Map<string, Entry>();
  readonly #files: BaselineFiles;
  #keptRules: ReadonlySet<string> = new Set();

  /**
   * @param text - of the baseline's file; nothing for one that is to be written
   * @throws InvalidBaseline when it holds something else
   */
  constructor(text: string | undefined, files: BaselineFiles) {
    this.#files = files;
    const entries = text === undefined ? [] : entriesIn(text);
    this.#known = new Map(entries.map((entry) => [keyOf(entry), entry]));
  }

  /** The findings of a file that are not known; of equal ones the last are the new ones. */
  unknown(file: string, diagnostics: readonly Diagnostic[]): Diagnostic[] {
    const name = this.#files.nameOf(file);
    this.#linted.add(name);
    return diagnostics.filter((diagnostic) => {
      const entry: Entry = { file: name, ...fingerprint(diagnostic) };
      const key = keyOf(entry);
      const count = countOf(this.#found.get(key)) + 1;
      this.#found.set(key, { ...entry, count });
      return count > countOf(this.#known.get(key));
    });
  }

  /** Keeps what is known of rules that did not look at all files. */
  keep(rules: ReadonlySet<string>): void {
    this.#keptRules = rules;
  }

  /** How the findings so far compare with the known ones. */
  report(): { readonly known: number; readonly stale: number } {
    let known = 0;
    let stale = 0;
    for (const [key, entry] of this.#known) {
      if (this.#isKept(entry)) continue;
      const found = Math.min(countOf(this.#found.get(key)), countOf(entry));
      known += found;
      stale += countOf(entry) - found;
    }
    return { known, stale };
  }

  /**
   * Returns the text of a baseline with the current findings, and their number. Keeps the entries for files that were
   * not linted.
   */
  updated(): { readonly text: string; readonly count: number } {
    const kept = [...this.#known].filter(([, entry]) => this.#isKept(entry));
    const findings = [...new Map([...kept, ...this.#found]).values()]
      .map(({ count, ...entry }) => ({ ...entry, ...(countOf({ count }) > 1 ? { count } : {}) }))
      .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    return {
      text: `${JSON.stringify({ version: formatVersion, findings }, null, 2)}\n`,
      count: findings.reduce((sum, entry) => sum + countOf(entry), 0),
    };
  }

  /** Nothing is known about what became of it: its file is there, but was not linted, or not by its rule. */
  #isKept({ file, rule }: Entry): boolean {
    const isLinted = this.#linted.has(file) && !this.#keptRules.has(rule);
    return !isLinted && this.#files.exists(file);
  }
}

function keyOf({ file, rule, path, message }: Entry): string {
  return JSON.stringify([file, rule, path, message]);
}

function countOf(entry: { readonly count?: number | undefined } | undefined): number {
  return entry === undefined ? 0 : (entry.count ?? 1);
}

function entriesIn(text: string): readonly Entry[] {
  const { version, findings } = objectIn(text);
  if (typeof version === "number" && version !== formatVersion) {
    const message = `This is a baseline of version ${version}, which this command does not know.`;
    throw new InvalidBaseline(message, { version });
  }
  if (version !== formatVersion || !Array.isArray(findings) || !findings.every(isEntry)) {
    throw new InvalidBaseline("This is not a baseline.");
  }
  return findings;
}

function objectIn(text: string): { readonly version?: unknown; readonly findings?: unknown } {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch (cause) {
    throw new InvalidBaseline("This is not JSON.", { cause });
  }
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  const { file, rule, path, message, count = 1 } = value as Record<string, unknown>;
  return (
    [file, rule, path, message].every((text) => typeof text === "string") &&
    Number.isInteger(count) &&
    (count as number) > 0
  );
}
