import { fileURLToPath } from "node:url";
import type { Origin } from "@traffic-policy/policy-builder";
import type { Position } from "@traffic-policy/policy-language";

/** A place in code of the user's. */
export interface UserPlace extends Position {
  /** Absolute path. */
  readonly file: string;
  /** Where it ends, when that is known. */
  readonly end?: Position;
}

let folders: readonly string[] | undefined;

/** Whether the URL of a module is of this command or what it stands on. */
export function isOurs(url: string): boolean {
  folders ??= ["policy-builder", "policy-language"]
    .map((name) => import.meta.resolve(`@traffic-policy/${name}`))
    .concat(import.meta.url)
    .map((own) => own.replace(/\/(dist|src)\/.*$/, "/"));
  return (
    url.includes("/node_modules/@traffic-policy/") ||
    folders.some((folder) => url.startsWith(folder))
  );
}

/** The place that an error comes from: the innermost in code that is neither Node's, nor a package's, nor ours. */
export function userPlaceOf(error: Error): UserPlace | undefined {
  return userPlacesOf(error)[0];
}

/** The places in code of the user's that were running when an error was made, innermost first. */
export function userPlacesOf(error: Error): UserPlace[] {
  const stack = error.stack ?? "";
  // How Node shows where an import is wrong: the line, and an arrow below it.
  const [, at, atLine, arrow] = /^(file:.*):(\d+)\n.*\n( *\^)/.exec(stack) ?? [];
  if (at !== undefined && arrow !== undefined && isUsers(at)) {
    return [placeOfOrigin({ file: at, line: Number(atLine), column: arrow.length })];
  }
  return framesOf(stack)
    .filter(({ file }) => isUsers(file))
    .map(placeOfOrigin);
}

/** Whether it was code of ours, and so the builder, that threw an error. */
export function isThrownByUs(error: Error): boolean {
  const [innermost] = framesOf(error.stack ?? "");
  return innermost !== undefined && isOurs(innermost.file);
}

function framesOf(stack: string): (Position & { readonly file: string })[] {
  return [...stack.matchAll(/(file:\/\/.*?):(\d+):(\d+)\)?$/gm)].map(
    ([, file = "", line, column]) => ({ file, line: Number(line), column: Number(column) }),
  );
}

function isUsers(url: string): boolean {
  return !url.includes("/node_modules/") && !isOurs(url);
}

/** Where in the user's file something was written that ran at a place; the path is absolute. */
export function placeOfOrigin({ file, line, column }: Origin): Position & { file: string } {
  return { file: file.startsWith("file:") ? fileURLToPath(file) : file, line, column };
}
