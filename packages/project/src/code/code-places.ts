import { dirname, resolve } from "node:path";
import type { ArgumentPath } from "@traffic-policy/policy-builder";
import { argumentOf } from "@traffic-policy/policy-builder/code";
import type { SourceRange } from "@traffic-policy/policy-language";
import type { Files } from "../files/files.ts";
import { positionIn, SourceCode } from "../source/source-code.ts";
import type { UserPlace } from "./user-code-error.ts";

/**
 * Where the part of a call stands that the builder refuses; the name of what is called when it is not
 * known which part, or it is not written there.
 *
 * @param place - of the call, as the engine names it
 */
export function argumentRange(
  place: UserPlace,
  path: ArgumentPath | undefined,
  files: Files,
): SourceRange | undefined {
  const text = files.textOf(place.file);
  const call = SourceCode.parse(place.file, text)?.callAt(place);
  if (call === undefined) return nameAt(place, text);
  const node = argumentOf(call, path);
  if (node === undefined) return nameAt(place, text);
  const { start, end } = node;
  return { file: place.file, start: positionIn(text, start), end: positionIn(text, end) };
}

/** The name that is at a place, such as that of what is called. */
function nameAt({ file, line, column }: UserPlace, text: string): SourceRange | undefined {
  const behind = text.split("\n")[line - 1]?.slice(column - 1) ?? "";
  const [name] = /^[\p{ID_Continue}$]+/u.exec(behind) ?? [];
  if (name === undefined) return undefined;
  return { file, start: { line, column }, end: { line, column: column + name.length } };
}

/**
 * Where a module is imported that cannot be found.
 *
 * @param file - the one that imports it, as an absolute path
 * @param missing - the absolute path, or the name of a package
 */
export function importPlace(file: string, missing: string, files: Files): UserPlace | undefined {
  const text = files.textOf(file);
  const names = SourceCode.parse(file, text)?.importedModules ?? [];
  const found = names.find(({ value }) =>
    /^\.{0,2}\//.test(value)
      ? resolve(dirname(file), value) === missing
      : value === missing || value.startsWith(`${missing}/`),
  );
  return found && { file, ...positionIn(text, found.start) };
}

/** Where a module imports a name that another one does not export. */
export function importedNamePlace(
  file: string,
  { module, name }: { readonly module: string; readonly name: string },
  files: Files,
): UserPlace | undefined {
  const text = files.textOf(file);
  const found = SourceCode.parse(file, text)?.importOf(module, name);
  return found && { file, ...positionIn(text, found.start) };
}

/** Where a module cannot be parsed, and why. */
export function syntaxErrorIn(
  file: string,
  files: Files,
): { readonly message: string; readonly place: UserPlace } | undefined {
  const text = files.textOf(file);
  const [error] = SourceCode.errorsIn(file, text);
  if (error === undefined) return undefined;
  const { message, start } = error;
  return { message, place: { file, ...positionIn(text, start) } };
}
