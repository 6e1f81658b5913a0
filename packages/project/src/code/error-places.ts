import { dirname, resolve } from "node:path";
import type { ArgumentPath } from "@traffic-policy/policy-builder";
import { argumentOf } from "@traffic-policy/policy-builder/code";
import type { SourceRange } from "@traffic-policy/policy-language";
import type { Files } from "../files/files.ts";
import { positionIn, SourceCode } from "../source/source-code.ts";
import type { UserPlace } from "./user-code-error.ts";

/**
 * Returns the location of the call argument that the builder refuses; the name of the called function when the
 * argument is unknown, or is not written there.
 *
 * @param place - of the call, as the engine reports it
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

function nameAt({ file, line, column }: UserPlace, text: string): SourceRange | undefined {
  const behind = text.split("\n")[line - 1]?.slice(column - 1) ?? "";
  const [name] = /^[\p{ID_Continue}$]+/u.exec(behind) ?? [];
  if (name === undefined) return undefined;
  return { file, start: { line, column }, end: { line, column: column + name.length } };
}

/**
 * Returns the location of the import of a missing module.
 *
 * @param file - the importing file, as an absolute path
 * @param missing - an absolute path, or the name of a package
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

export function importedNamePlace(
  file: string,
  { module, name }: { readonly module: string; readonly name: string },
  files: Files,
): UserPlace | undefined {
  const text = files.textOf(file);
  const found = SourceCode.parse(file, text)?.importOf(module, name);
  return found && { file, ...positionIn(text, found.start) };
}

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
