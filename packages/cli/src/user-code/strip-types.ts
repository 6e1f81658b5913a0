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
  if (given || typeof TRANSFORMER === "undefined") return strip(file, text);
  const cache = new UserCache();
  const name = `${TRANSFORMER}-${shortName(file)}`;
  const known = cache.read(name)?.toString();
  // The text as it was stands before what became of it, with its length before that.
  const kept = `${text.length}\n${text}`;
  if (known?.startsWith(kept)) return known.slice(kept.length);
  const code = strip(file, text);
  cache.write(name, kept + code);
  return code;
}

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
