import { createHash } from "node:crypto";
import { join } from "node:path";
import { type Files } from "@traffic-policy/project";
import { replaceFileSync } from "@traffic-policy/project/internal";
import { localFolder, makeLocalFolder } from "@traffic-policy/project/files";
import { build, version } from "../version.ts";
import { CommandError } from "../context.ts";
import type { Found } from "./claimed-policy.ts";

interface Entry {
  readonly key: string;
  readonly found: readonly Found[];
}

/**
 * Caches the findings of files until the file, the lint settings or this command changes. Only for data files: the
 * result of code depends on everything that it imports.
 */
export class LintCache {
  readonly #folder: string;
  readonly #files: Files;
  readonly #file: string;
  readonly #entries: Map<string, Entry>;
  #isChanged = false;

  constructor(folder: string, files: Files) {
    this.#folder = folder;
    this.#files = files;
    this.#file = join(localFolder(folder), "lint-cache.json");
    this.#entries = readEntries(this.#file, files);
  }

  /**
   * Returns a key that changes whenever the findings may change.
   *
   * @param text - of the file
   * @param how - everything that decides how the file is linted, as JSON
   */
  keyOf(file: string, text: string, how: unknown): string {
    return createHash("sha256")
      .update(JSON.stringify([version(), build, this.#files.nameOf(file), how]))
      .update("\0")
      .update(text)
      .digest("hex");
  }

  get(file: string, key: string): readonly Found[] | undefined {
    const entry = this.#entries.get(file);
    return entry?.key === key ? entry.found : undefined;
  }

  set(file: string, key: string, found: readonly Found[]): void {
    this.#entries.set(file, { key, found });
    this.#isChanged = true;
  }

  /** Writes the cache, as a whole or not at all; failure to write is ignored. */
  save(): void {
    if (!this.#isChanged) return;
    const entries = [...this.#entries].filter(([file]) => this.#files.exists(file));
    const text = JSON.stringify(Object.fromEntries(entries));
    try {
      makeLocalFolder(this.#folder);
      replaceFileSync(this.#file, `["${digestOf(text)}",\n${text}]\n`);
    } catch {
      // The next run lints all files again.
    }
  }
}

/**
 * Reads the saved cache; empty when its digest does not match, because a flipped bit could be reported as a finding.
 */
function readEntries(file: string, files: Files): Map<string, Entry> {
  try {
    const [, digest, text = ""] =
      /^\["([0-9a-f]{64})",\n(.*)\]\n$/s.exec(files.looseTextIfAny(file) ?? "") ?? [];
    if (digest !== digestOf(text)) return new Map();
    return new Map(Object.entries(JSON.parse(text) as Record<string, Entry>));
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return new Map();
  }
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
