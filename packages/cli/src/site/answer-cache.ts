import { createHash } from "node:crypto";
import type { Files } from "@traffic-policy/project";
import type { AnswerMemory } from "@traffic-policy/policy-proof";
import { saveCache, savedCache } from "../saved-cache.ts";
import { build, version } from "../version.ts";

const name = "site-cache.json";

/** Keeps the answers about a site until what they are about, or this command, changes. */
export class AnswerCache implements AnswerMemory {
  readonly #folder: string;
  readonly #saved: ReadonlyMap<string, unknown>;
  readonly #used = new Map<string, unknown>();

  constructor(folder: string, files: Files) {
    this.#folder = folder;
    const saved = savedCache(folder, name, files) as Readonly<Record<string, unknown>> | undefined;
    this.#saved = new Map(Object.entries(saved ?? {}));
  }

  read(about: string): unknown {
    const key = keyOf(about);
    const answers = this.#saved.get(key);
    if (answers !== undefined) this.#used.set(key, answers);
    return answers;
  }

  write(about: string, answers: unknown): void {
    this.#used.set(keyOf(about), answers);
  }

  /** Saves the answers that this run had; others are about what is gone. */
  save(): void {
    const isSame =
      this.#used.size === this.#saved.size &&
      [...this.#used.keys()].every((key) => this.#saved.has(key));
    if (!isSame) saveCache(this.#folder, name, Object.fromEntries(this.#used));
  }
}

function keyOf(about: string): string {
  return createHash("sha256").update(`${version()} ${build}\0${about}`).digest("hex");
}
