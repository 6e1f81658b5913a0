import { existsSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import type { Diagnostic } from "@traffic-policy/policy-language";
import { fingerprint, type BaselineReport, type Fingerprint } from "@traffic-policy/policy-lint";
import { CommandError } from "../command-error.ts";
import { bytesIfAny, looseTextIfAny } from "../read-bytes.ts";
import { relativePath } from "../relative-path.ts";
import { writeFile } from "../write-file.ts";

/** A finding that is known, as it stands in the file; `count` says how many of them there are. */
interface Entry extends Fingerprint {
  readonly file: string;
  readonly count?: number;
}

const formatVersion = 1;

/** The findings that are known and left out, and how a run compares with them. */
export class Baseline {
  /** Absolute path. */
  readonly file: string;
  readonly #known: ReadonlyMap<string, Entry>;
  readonly #linted = new Set<string>();
  readonly #found = new Map<string, Entry>();
  #keptRules: ReadonlySet<string> = new Set();

  private constructor(file: string, entries: readonly Entry[]) {
    this.file = file;
    this.#known = new Map(entries.map((entry) => [keyOf(entry), entry]));
  }

  /**
   * Reads a baseline.
   *
   * @param file - absolute path
   * @throws CommandError when it cannot be read, or holds something else
   */
  static read(file: string): Baseline {
    const { version, findings } = readObject(file);
    if (typeof version === "number" && version !== formatVersion) {
      throw new CommandError(
        `${relativePath(file)}: This is a baseline of version ${version}, which this command does not know.`,
        { help: "Use the version of traffic-policy that wrote it." },
      );
    }
    if (version !== formatVersion || !Array.isArray(findings) || !findings.every(isEntry)) {
      throw damaged(file, "This is not a baseline.");
    }
    return new Baseline(file, findings);
  }

  /** A baseline to be written anew; what it knows about files that are not linted is kept. */
  static readIfAny(file: string): Baseline {
    return existsSync(file) ? Baseline.read(file) : new Baseline(file, []);
  }

  /** The findings of a file that are not known; of equal ones the last are the new ones. */
  unknown(file: string, diagnostics: readonly Diagnostic[]): Diagnostic[] {
    const name = this.#nameOf(file);
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
  report(): BaselineReport {
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
   * Writes what was found as what is known, whole or not at all.
   *
   * @returns how many findings it holds
   * @throws CommandError when it cannot be written
   */
  async write(): Promise<number> {
    const kept = [...this.#known].filter(([, entry]) => this.#isKept(entry));
    const findings = [...new Map([...kept, ...this.#found]).values()]
      .map(({ count, ...entry }) => ({ ...entry, ...(countOf({ count }) > 1 ? { count } : {}) }))
      .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    const text = `${JSON.stringify({ version: formatVersion, findings }, null, 2)}\n`;
    await writeFile(this.file, text, bytesIfAny(this.file));
    return findings.reduce((sum, entry) => sum + countOf(entry), 0);
  }

  /** Nothing is known about what became of it: its file is there, but was not linted, or not by its rule. */
  #isKept({ file, rule }: Entry): boolean {
    const isLinted = this.#linted.has(file) && !this.#keptRules.has(rule);
    return !isLinted && existsSync(resolve(dirname(this.file), file));
  }

  #nameOf(file: string): string {
    return relative(dirname(this.file), file).replaceAll(sep, "/");
  }
}

function keyOf({ file, rule, path, message }: Entry): string {
  return JSON.stringify([file, rule, path, message]);
}

function countOf(entry: { readonly count?: number | undefined } | undefined): number {
  return entry === undefined ? 0 : (entry.count ?? 1);
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

function readObject(file: string): { readonly version?: unknown; readonly findings?: unknown } {
  const text = looseTextIfAny(file);
  if (text === undefined) {
    throw new CommandError(`${relativePath(file)}: There is no such baseline.`, {
      help: "--update-baseline writes one.",
    });
  }
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch (error) {
    throw damaged(file, "This is not JSON.", error);
  }
}

// Not written over: it may only have lost a bracket in a merge.
function damaged(file: string, reason: string, cause?: unknown): CommandError {
  return new CommandError(`${relativePath(file)}: ${reason}`, {
    help: "Correct it, or remove it and write it anew with --update-baseline.",
    cause,
  });
}
