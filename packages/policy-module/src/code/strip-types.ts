import { shortHash, UserCache } from "../files/user-cache.ts";

/** Which code takes the types out: a digest of it, put in when the command is built. */
declare const TYPE_STRIPPER: string;

/**
 * Takes the types out of a TypeScript file. What that gives is kept for the next run: loading the
 * parser takes longer than all that a run does with a policy.
 *
 * @param file - absolute path
 * @param given - whether the text only stands in the place of the file's
 * @throws TypeScriptError with the place of the first error
 */
export async function stripTypes(file: string, text: string, given: boolean): Promise<string> {
  const known = given ? undefined : keptCode(file, text);
  if (known !== undefined) return known;
  const { blankTypes } = await import("./blank-types.ts");
  const code = blankTypes(file, text);
  if (!given) keepCode(file, text, code);
  return code;
}

function keptCode(file: string, text: string): string | undefined {
  if (typeof TYPE_STRIPPER === "undefined") return undefined;
  const known = new UserCache().read(keptAs(file))?.toString();
  const start = startOfKept(text);
  return known?.startsWith(start) ? known.slice(start.length) : undefined;
}

function keepCode(file: string, text: string, code: string): void {
  if (typeof TYPE_STRIPPER === "undefined") return;
  new UserCache().write(keptAs(file), startOfKept(text) + code);
}

const keptAs = (file: string) => `${TYPE_STRIPPER}-${shortHash(file)}`;

/** The text as it was stands before what became of it, with its length before that. */
const startOfKept = (text: string) => `${text.length}\n${text}`;
