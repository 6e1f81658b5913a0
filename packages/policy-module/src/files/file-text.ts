import { existsSync, realpathSync } from "node:fs";
import { looseText } from "./read-bytes.ts";

/** A text that was given for a file, or that counts no longer. */
export interface GivenText {
  readonly file: string;
  readonly text: string | undefined;
}

const texts = new Map<string, string>();
const changes: GivenText[] = [];

/** Lets a text stand in the place of a file's: what an editor has not saved yet, or a fix makes. */
export function giveText(file: string, text: string): void {
  // Node knows modules by what links lead to.
  for (const name of new Set([file, existsSync(file) ? realpathSync(file) : file])) {
    if (texts.get(name) === text) continue;
    texts.set(name, text);
    changes.push({ file: name, text });
  }
}

/** Lets all files speak for themselves again; modules are run anew. */
export function forgetTexts(): void {
  changes.push({ file: "", text: undefined });
  for (const file of texts.keys()) changes.push({ file, text: undefined });
  texts.clear();
}

/** The text that was given for a file. */
export function givenText(file: string): string | undefined {
  return texts.get(file);
}

/** All that was given and forgotten so far, in this order; its length tells one state from another. */
export function textChanges(): readonly GivenText[] {
  return changes;
}

/**
 * The text of a file in UTF-8, as it was given or as it is stored.
 *
 * @throws ExplainedError when it cannot be read
 */
export function textOf(file: string): string {
  return texts.get(file) ?? looseText(file);
}
