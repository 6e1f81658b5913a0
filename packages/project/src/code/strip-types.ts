import { blankTypes } from "./blank-types.ts";
import { shortHash, type UserCache } from "../files/user-cache.ts";

/** Which code takes the types out: a digest of it, put in when the command is built. */
declare const TYPE_STRIPPER: string;

/**
 * Takes the types out of a TypeScript file. What that gives is kept for the next run: loading the
 * parser takes longer than all that a run does with a policy.
 *
 * @param file - absolute path
 * @param cache - nothing when the text only replaces the file's
 * @throws TypeScriptError with the place of the first error
 */
export function stripTypes(file: string, text: string, cache: UserCache | undefined): string {
  const own = typeof TYPE_STRIPPER === "undefined" ? undefined : cache;
  const known = own?.read(keptAs(file))?.toString();
  const start = startOfKept(text);
  if (known?.startsWith(start)) return known.slice(start.length);
  const code = blankTypes(file, text);
  own?.write(keptAs(file), start + code);
  return code;
}

const keptAs = (file: string) => `${TYPE_STRIPPER}-${shortHash(file)}`;

/** The text as it was is before what became of it, with its length before that. */
const startOfKept = (text: string) => `${text.length}\n${text}`;
