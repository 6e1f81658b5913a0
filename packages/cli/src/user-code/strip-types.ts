import { createRequire } from "node:module";
import type { TransformOptions, TransformResult } from "oxc-transform";
import { UserCache } from "../user-cache.ts";
import { positionIn } from "./text-position.ts";

/** The text of a TypeScript file is not TypeScript. */
class TypeScriptSyntaxError extends Error {
  override readonly name = "TypeScriptSyntaxError";
  readonly file: string;
  readonly line: number;
  readonly column: number;

  constructor(message: string, place: { file: string; line: number; column: number }) {
    super(message);
    this.file = place.file;
    this.line = place.line;
    this.column = place.column;
  }
}

/** The version of what takes the types out; put in when the command is built. */
declare const TRANSFORMER: string;

/**
 * Takes the types out of a TypeScript file. What that gives is kept for the next run: loading the
 * native code that does it takes longer than all that a run does with a policy.
 *
 * @param given - whether the text only stands in the place of the file's
 * @throws TypeScriptSyntaxError with the place of the first error
 */
export function stripTypes(file: string, text: string, given: boolean): string {
  const known = given ? undefined : keptCode(file, text);
  if (known !== undefined) return known;
  const code = strip(file, text);
  if (!given) keepCode(file, text, code);
  return code;
}

/**
 * Does the same on the thread of the loader's hooks, where Node 22 and later cannot `require` the ES
 * module that does it.
 */
export async function stripTypesOnHooksThread(
  file: string,
  text: string,
  given: boolean,
): Promise<string> {
  const known = given ? undefined : keptCode(file, text);
  if (known !== undefined) return known;
  transformSync ??= (await import("oxc-transform")).transformSync;
  return stripTypes(file, text, given);
}

function keptCode(file: string, text: string): string | undefined {
  if (typeof TRANSFORMER === "undefined") return undefined;
  const known = new UserCache().read(keptAs(file))?.toString();
  const start = startOfKept(text);
  return known?.startsWith(start) ? known.slice(start.length) : undefined;
}

function keepCode(file: string, text: string, code: string): void {
  if (typeof TRANSFORMER === "undefined") return;
  new UserCache().write(keptAs(file), startOfKept(text) + code);
}

const keptAs = (file: string) => `${TRANSFORMER}-${shortName(file)}`;

/** The text as it was stands before what became of it, with its length before that. */
const startOfKept = (text: string) => `${text.length}\n${text}`;

function strip(file: string, text: string): string {
  const { code, errors } = transform(file, text, { sourceType: "module" });
  const [error] = errors;
  if (error !== undefined) {
    const start = error.labels[0]?.start ?? 0;
    throw new TypeScriptSyntaxError(error.message, { file, ...positionIn(text, start) });
  }
  return code;
}

type Transform = (file: string, text: string, options: TransformOptions) => TransformResult;

let transformSync: Transform | undefined;

/** Turns TypeScript into JavaScript; what does it is loaded when it is needed. */
export function transform(...[file, text, options]: Parameters<Transform>): TransformResult {
  transformSync ??= (
    createRequire(import.meta.url)("oxc-transform") as { transformSync: Transform }
  ).transformSync;
  return transformSync(file, text, options);
}

/** A name for a file of any path; another one may have it, too. */
function shortName(path: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < path.length; index++) {
    hash = Math.imul(hash ^ path.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16);
}
