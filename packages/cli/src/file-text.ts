import { readFileSync } from "node:fs";

const texts = new Map<string, string>();

/** Lets a text stand in the place of a file's: what an editor has not saved yet. */
export function giveText(file: string, text: string): void {
  texts.set(file, text);
}

/** The text that was given for a file. */
export function givenText(file: string): string | undefined {
  return texts.get(file);
}

/**
 * The text of a file in UTF-8, as it was given or as it is stored.
 *
 * @throws when it cannot be read
 */
export function textOf(file: string): string {
  return texts.get(file) ?? readFileSync(file, "utf8");
}
