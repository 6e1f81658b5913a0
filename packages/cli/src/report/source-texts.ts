import { resolve } from "node:path";
import { textOf } from "../file-text.ts";

/** Gives the texts of files that findings are in, by their paths relative to the working directory. */
export function sourceTexts(): (file: string) => string | undefined {
  const texts = new Map<string, string | undefined>();
  return (file) => {
    if (!texts.has(file)) texts.set(file, readIfPossible(file));
    return texts.get(file);
  };
}

function readIfPossible(file: string): string | undefined {
  try {
    // Columns do not count a byte order mark.
    return textOf(resolve(file)).replace(/^\ufeff/, "");
  } catch {
    return undefined;
  }
}
