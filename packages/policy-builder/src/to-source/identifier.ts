import * as builder from "../index.ts";

/** Whether it is a name in TypeScript, of a member at least. */
export function isIdentifierName(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text);
}

/** Whether a variable of the written module can have this name, beside all that it may import. */
export function isFreeName(name: string): boolean {
  return isIdentifierName(name) && !reserved.has(name) && !(name in builder);
}

/** Words that no variable of a module can have, and globals that one should not hide. */
const reserved: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval " +
    "export extends false finally for function if implements import in instanceof interface let new " +
    "null package private protected public return static super switch this throw true try typeof " +
    "undefined var void while with yield async of NaN Infinity Uint8Array globalThis"
  ).split(" "),
);
