import { createHash } from "node:crypto";
import { type Files } from "@traffic-policy/project";
import { build, version } from "../version.ts";
import { saveCache, savedCache } from "../saved-cache.ts";
import type { Found } from "./claimed-policy.ts";

const name = "lint-cache.json";

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
  readonly #entries: Map<string, Entry>;
  #isChanged = false;

  constructor(folder: string, files: Files) {
    this.#folder = folder;
    this.#files = files;
    const saved = savedCache(folder, name, files) as Readonly<Record<string, Entry>> | undefined;
    this.#entries = new Map(Object.entries(saved ?? {}));
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
    saveCache(this.#folder, name, Object.fromEntries(entries));
  }
}
