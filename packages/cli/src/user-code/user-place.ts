import type { Position } from "@traffic-policy/policy-language";
import { placeOfOrigin } from "./place-of-origin.ts";

/** A place in code of the user's. */
export interface UserPlace extends Position {
  /** Absolute path. */
  readonly file: string;
}

let folders: readonly string[] | undefined;

/** Whether the URL of a module is of this command or what it stands on. */
export function isOurs(url: string): boolean {
  folders ??= ["policy-builder", "policy-language"]
    .map((name) => import.meta.resolve(`@traffic-policy/${name}`))
    .concat(import.meta.url)
    .map((own) => own.replace(/\/(dist|src)\/.*$/, "/"));
  return folders.some((folder) => url.startsWith(folder));
}

/** The place that an error comes from: the innermost in code that is neither Node's, nor a package's, nor ours. */
export function userPlaceOf(error: Error): UserPlace | undefined {
  // How Node shows where an import is wrong: the line, and an arrow below it.
  const [, at, atLine, arrow] = /^(file:.*):(\d+)\n.*\n( *\^)/.exec(error.stack ?? "") ?? [];
  if (at !== undefined && arrow !== undefined) {
    return placeOfOrigin({ file: at, line: Number(atLine), column: arrow.length });
  }
  for (const match of (error.stack ?? "").matchAll(/(file:\/\/.*?):(\d+):(\d+)\)?$/gm)) {
    const [, url = "", line, column] = match;
    if (url.includes("/node_modules/") || isOurs(url)) continue;
    return placeOfOrigin({ file: url, line: Number(line), column: Number(column) });
  }
  return undefined;
}
