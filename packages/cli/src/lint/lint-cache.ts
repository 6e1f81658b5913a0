import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "@traffic-policy/policy-language";
import { build } from "../build.ts";
import { relativePath } from "../relative-path.ts";
import { version } from "../version.ts";
import { localFolder, makeLocalFolder } from "../local-folder.ts";
import { replaceFileSync } from "../replace-file-sync.ts";

interface Entry {
  readonly key: string;
  readonly found: readonly Diagnostic[];
}

/**
 * Keeps what was found in files, for as long as neither the file, nor how it is linted, nor this
 * command changes. Only for files of data: what code gives depends on all that it imports.
 */
export class LintCache {
  readonly #folder: string;
  readonly #file: string;
  readonly #entries: Map<string, Entry>;
  #isChanged = false;

  /** @param folder - the configuration's, or the working directory; absolute path */
  constructor(folder: string) {
    this.#folder = folder;
    this.#file = join(localFolder(folder), "lint-cache.json");
    this.#entries = readEntries(this.#file);
  }

  /**
   * A key that is another one whenever something else may be found.
   *
   * @param text - the file's
   * @param how - all that decides how the file is linted, as JSON has it
   */
  keyOf(file: string, text: string, how: unknown): string {
    return createHash("sha256")
      .update(JSON.stringify([version(), build, relativePath(file), how]))
      .update("\0")
      .update(text)
      .digest("hex");
  }

  /** What was found with the same key; nothing when that is not known. */
  get(file: string, key: string): readonly Diagnostic[] | undefined {
    const entry = this.#entries.get(file);
    return entry?.key === key ? entry.found : undefined;
  }

  set(file: string, key: string, found: readonly Diagnostic[]): void {
    this.#entries.set(file, { key, found });
    this.#isChanged = true;
  }

  /** Writes what is known, whole or not at all; that it cannot be written is no failure. */
  save(): void {
    if (!this.#isChanged) return;
    const entries = [...this.#entries].filter(([file]) => existsSync(file));
    try {
      makeLocalFolder(this.#folder);
      replaceFileSync(this.#file, JSON.stringify(Object.fromEntries(entries)));
    } catch {
      // The next run lints all files again.
    }
  }
}

function readEntries(file: string): Map<string, Entry> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return new Map(
      Object.entries(value as Record<string, Entry>).filter(([, one]) => isEntry(one)),
    );
  } catch {
    return new Map();
  }
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  const { key, found } = value as Partial<Record<keyof Entry, unknown>>;
  return typeof key === "string" && Array.isArray(found);
}
