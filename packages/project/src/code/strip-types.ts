import { blankTypes } from "./blank-types.ts";
import { shortHash, type UserCache } from "../files/user-cache.ts";

/** A digest of the type stripper, inserted when the command is built. */
declare const TYPE_STRIPPER: string;

/**
 * Strips the types of a TypeScript file. The result is cached for the next run, because loading the parser takes
 * longer than everything else that a run does with a policy.
 *
 * @param file - absolute path
 * @param cache - undefined when the text only replaces that of the file
 * @throws TypeScriptError with the location of the first error
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

/** A cache entry starts with the length of the original text, then that text, then the result. */
const startOfKept = (text: string) => `${text.length}\n${text}`;
