import { realpathSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import type { ArgumentPath, Origin } from "@traffic-policy/policy-builder";
import { throwsText } from "@traffic-policy/policy-builder/code";
import { firstSentence } from "@traffic-policy/policy-language/internal";
import { ExplainedError, type Files } from "../files/files.ts";
import type * as placesInCode from "./error-places.ts";
import { wasStopped } from "./late-failures.ts";
import {
  isTypeScriptError,
  ProcessEndedError,
  UserCodeError,
  userPlaceText,
  isOurs,
  isThrownByUs,
  placeOfOrigin,
  userPlacesOf,
  type UserPlace,
} from "./user-code-error.ts";

export function needsPlaces(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof SyntaxError || isModuleNotFound(error) || isThrownByUs(error);
}

interface Around {
  readonly files: Files;
  readonly places?: typeof placesInCode | undefined;
}

/**
 * Describes the error of a user module in a sentence.
 *
 * @param file - the module, as an absolute path
 */
export function toUserCodeError(file: string, error: unknown, around: Around): UserCodeError {
  const { files, places: codePlaces } = around;
  if (error instanceof UserCodeError) return error;
  // What Node rejects with once a module was stopped in the middle.
  if (error === null && wasStopped()) {
    return new UserCodeError(
      files,
      file,
      "It imports a module that was stopped because it did not finish.",
    );
  }
  if (error instanceof ExplainedError) {
    return new UserCodeError(files, file, error.message, {
      cause: error,
      ...(error.help !== undefined && { help: error.help }),
    });
  }
  if (isTypeScriptError(error))
    return thrown(files, file, {
      reason: error.message,
      cause: error,
      places: [error],
      help: error.help,
    });
  if (!(error instanceof Error)) {
    return new UserCodeError(files, file, `It throws ${firstSentence(reported(error))}`, {
      cause: error,
    });
  }
  const places = userPlacesOf(error);
  if (error instanceof ProcessEndedError) {
    return thrown(files, file, { reason: `It calls ${error.call}.`, cause: error, places });
  }
  if (isModuleNotFound(error)) return moduleNotFound(file, error, around);
  if (error instanceof SyntaxError && places.length === 0 && codePlaces !== undefined) {
    const { syntaxErrorIn, importedNamePlace } = codePlaces;
    const { module: own = file } = error as LinkingError;
    const found = syntaxErrorIn(own, files);
    if (found !== undefined) {
      const reason = `This is not JavaScript: ${firstSentence(found.message)}`;
      return thrown(files, file, { reason, cause: error, places: [found.place] });
    }
    const [, module, name] = /module '(.*)' does not provide .* '(.*)'/.exec(error.message) ?? [];
    const place = module && name ? importedNamePlace(own, { module, name }, files) : undefined;
    if (place !== undefined)
      return thrown(files, file, { reason: throwsText(error), cause: error, places: [place] });
  }
  if (!isThrownByUs(error)) {
    return thrown(files, file, { reason: throwsText(error), cause: error, places });
  }
  // What the builder throws says all by itself.
  const { origin, argumentPath } = error as BuilderError;
  const [place, ...outer] = origin === undefined ? places : [placeOfOrigin(origin), ...places];
  const range = place && codePlaces?.argumentRange(place, argumentPath, files);
  const innermost =
    range === undefined ? place : { file: range.file, ...range.start, end: range.end };
  return thrown(files, file, {
    reason: firstSentence(error.message),
    cause: error,
    places: [...(innermost === undefined ? [] : [innermost]), ...outer],
  });
}

/** The module whose import fails, attached where it ran without the loader's hooks. */
interface LinkingError extends SyntaxError {
  readonly module?: string;
}

/** The origin that the builder attaches to an error; it may come from another copy of the package. */
interface BuilderError extends Error {
  readonly origin?: Origin;
  readonly argumentPath?: ArgumentPath;
}

function thrown(
  files: Files,
  file: string,
  {
    reason,
    cause,
    places,
    help,
  }: {
    readonly reason: string;
    readonly cause: Error;
    /** The locations that it comes from, innermost first. */
    readonly places: readonly UserPlace[];
    readonly help?: string | undefined;
  },
): UserCodeError {
  const [place] = places;
  if (place === undefined) return new UserCodeError(files, file, reason, { cause });
  const sentences = [reason, ...wayFrom(files, file, places)];
  return new UserCodeError(files, file, sentences.join(" "), {
    place,
    cause,
    ...(help !== undefined && { help }),
  });
}

function wayFrom(files: Files, file: string, places: readonly UserPlace[]): string[] {
  const own = realPath(file);
  if (file === "" || places[0]?.file === own || places[0]?.file === file) return [];
  const call = places.find((place) => place.file === own);
  return call === undefined
    ? [`${files.nameOf(file)} imports it.`]
    : [`${userPlaceText({ ...call, file }, files)} calls it.`];
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    // The text of standard input may have no file.
    return file;
  }
}

function reported(value: unknown): string {
  return typeof value === "object"
    ? inspect(value, { depth: 0, breakLength: Infinity })
    : String(value);
}

function isModuleNotFound(error: Error): boolean {
  return (error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND";
}

function moduleNotFound(file: string, error: Error, { files, places }: Around): UserCodeError {
  const [, missing = "", importer = file] =
    /^(.*?)(?: imported from (.*))?$/s.exec(error.message) ?? [];
  const [, name = ""] = /'(.*)'/.exec(missing) ?? [];
  const shown = name.startsWith("/") ? missing.replace(name, files.nameOf(name)) : missing;
  const where = isOurs(pathToFileURL(importer).href) ? file : importer;
  const sentences = [
    firstSentence(shown),
    ...wayFrom(files, file, [{ line: 1, column: 1, file: where }]),
  ];
  return new UserCodeError(files, where, sentences.join(" "), {
    place: places?.importPlace(where, name, files),
    help: "Check the import, or install the package.",
    cause: error,
  });
}

/**
 * Makes an error of user code safe to inspect: reading it may throw, as for an error whose message is a failing
 * getter, or for a proxy.
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
