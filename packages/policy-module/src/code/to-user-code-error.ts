import { realpathSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import type { ArgumentPath, Origin } from "@traffic-policy/policy-builder";
import { relativePath } from "../files/place-text.ts";
import type * as placesInCode from "./code-places.ts";
import { firstSentence, isTypeScriptError } from "./typescript-error.ts";
import { ProcessEndedError, UserCodeError, userPlaceText } from "./user-code-error.ts";
import { isOurs, isThrownByUs, placeOfOrigin, userPlacesOf, type UserPlace } from "./user-place.ts";

/** Finds places in code, which takes a parser. */
export type CodePlaces = typeof placesInCode;

/** Whether places in code say more about an error. */
export function needsPlaces(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof SyntaxError || isModuleNotFound(error) || isThrownByUs(error);
}

/**
 * Puts what a module of the user's throws into a sentence.
 *
 * @param file - the module, as an absolute path
 * @param wasStopped - whether a module was stopped before, because its time was up
 * @param codePlaces - nothing where the line is enough
 */
export function toUserCodeError(
  file: string,
  error: unknown,
  wasStopped: boolean,
  codePlaces?: CodePlaces,
): UserCodeError {
  if (error instanceof UserCodeError) return error;
  // What Node rejects with once a module was stopped in the middle.
  if (error === null && wasStopped) {
    return new UserCodeError(file, "It imports a module that was stopped, because it did not end.");
  }
  if (isTypeScriptError(error)) return thrown(file, error.message, error, [error], error.help);
  if (!(error instanceof Error)) {
    return new UserCodeError(file, `It throws ${firstSentence(told(error))}`, { cause: error });
  }
  const places = userPlacesOf(error);
  if (error instanceof ProcessEndedError) {
    return thrown(file, `It calls ${error.call}.`, error, places);
  }
  if (isModuleNotFound(error)) return moduleNotFound(file, error, codePlaces);
  if (error instanceof SyntaxError && places.length === 0 && codePlaces !== undefined) {
    const { syntaxErrorIn, importedNamePlace } = codePlaces;
    const found = syntaxErrorIn(file);
    if (found !== undefined) {
      const reason = `This is not JavaScript: ${firstSentence(found.message)}`;
      return thrown(file, reason, error, [found.place]);
    }
    const [, module, name] = /module '(.*)' does not provide .* '(.*)'/.exec(error.message) ?? [];
    const place = module && name ? importedNamePlace(file, module, name) : undefined;
    if (place !== undefined) return thrown(file, sentenceOf(error), error, [place]);
  }
  if (!isThrownByUs(error)) {
    return thrown(file, sentenceOf(error), error, places);
  }
  // What the builder throws says all by itself.
  const { origin, argumentPath } = error as BuilderError;
  const [place, ...around] = origin === undefined ? places : [placeOfOrigin(origin), ...places];
  const range = place && codePlaces?.argumentRange(place, argumentPath);
  const innermost =
    range === undefined ? place : { file: range.file, ...range.start, end: range.end };
  return thrown(file, firstSentence(error.message), error, [
    ...(innermost === undefined ? [] : [innermost]),
    ...around,
  ]);
}

function sentenceOf({ name, message }: Error): string {
  return `It throws ${name}: ${firstSentence(message)}`;
}

/** What the builder says of where an error comes from; it may come from another copy of the package. */
interface BuilderError extends Error {
  readonly origin?: Origin;
  readonly argumentPath?: ArgumentPath;
}

/** @param places - where it comes from, innermost first */
function thrown(
  file: string,
  reason: string,
  cause: Error,
  places: readonly UserPlace[],
  help?: string,
): UserCodeError {
  const [place] = places;
  if (place === undefined) return new UserCodeError(file, reason, { cause });
  const sentences = [reason, ...wayFrom(file, places)];
  return new UserCodeError(file, sentences.join(" "), {
    place,
    cause,
    ...(help !== undefined && { help }),
  });
}

/** How a module that was asked for leads to a place in another one. */
function wayFrom(file: string, places: readonly UserPlace[]): string[] {
  const own = realPath(file);
  if (file === "" || places[0]?.file === own || places[0]?.file === file) return [];
  const call = places.find((place) => place.file === own);
  return call === undefined
    ? [`${relativePath(file)} imports it.`]
    : [`${userPlaceText({ ...call, file })} calls it.`];
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    // The text of standard input may have no file.
    return file;
  }
}

/** What is thrown and no error, as a sentence repeats it. */
function told(value: unknown): string {
  return typeof value === "object"
    ? inspect(value, { depth: 0, breakLength: Infinity })
    : String(value);
}

function isModuleNotFound(error: Error): boolean {
  return (error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND";
}

function moduleNotFound(file: string, error: Error, codePlaces?: CodePlaces): UserCodeError {
  const [, missing = "", importer = file] =
    /^(.*?)(?: imported from (.*))?$/s.exec(error.message) ?? [];
  const [, name = ""] = /'(.*)'/.exec(missing) ?? [];
  const shown = name.startsWith("/") ? missing.replace(name, relativePath(name)) : missing;
  const where = isOurs(pathToFileURL(importer).href) ? file : importer;
  const sentences = [firstSentence(shown), ...wayFrom(file, [{ line: 1, column: 1, file: where }])];
  return new UserCodeError(where, sentences.join(" "), {
    place: codePlaces?.importPlace(where, name),
    help: "Check the import, or install the package.",
    cause: error,
  });
}

/**
 * What code of the user's throws, as something that can be looked at: it may throw when it is, such as
 * an error whose message is a getter that fails, or a proxy.
 */
export function readable(error: unknown): unknown {
  try {
    if (!(error instanceof Error)) {
      inspect(error);
      return error;
    }
    const { name, message, stack = "" } = error;
    if ([name, message, stack].every((part) => typeof part === "string")) return error;
  } catch {
    // Looking at it throws.
  }
  return new Error("an error that cannot be read.");
}
