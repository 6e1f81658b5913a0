import { pathToFileURL } from "node:url";
import type { Origin } from "@traffic-policy/policy-builder";
import type { Position } from "@traffic-policy/policy-language";
import { relativePath } from "../relative-path.ts";
import { firstSentence } from "./first-sentence.ts";
import { ProcessEndedError } from "./guard-process.ts";
import { placeOfOrigin } from "./place-of-origin.ts";
import { UserCodeError } from "./user-code-error.ts";
import { isOurs, userPlaceOf } from "./user-place.ts";

/**
 * Puts what a module of the user's throws into a sentence.
 *
 * @param file - the module, as an absolute path
 * @param wasStopped - whether a module was stopped before, because its time was up
 */
export function toUserCodeError(file: string, error: unknown, wasStopped: boolean): UserCodeError {
  if (error instanceof UserCodeError) return error;
  // What Node rejects with once a module was stopped in the middle.
  if (error === null && wasStopped) {
    return new UserCodeError(file, "It imports a module that was stopped, because it did not end.");
  }
  if (isSyntaxErrorWithPlace(error)) {
    return new UserCodeError(file, `This is not TypeScript: ${firstSentence(error.message)}`, {
      place: error,
      cause: error,
    });
  }
  if (!(error instanceof Error)) {
    return new UserCodeError(file, `It throws ${firstSentence(String(error))}`, { cause: error });
  }
  const place = userPlaceOf(error);
  if (isAboutPolicy(error)) {
    const origin = error.origin && placeOfOrigin(error.origin);
    return new UserCodeError(file, firstSentence(error.message), {
      place: origin ?? place,
      cause: error,
    });
  }
  if (error instanceof ProcessEndedError) {
    return new UserCodeError(file, "It calls process.exit.", { place, cause: error });
  }
  if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") {
    return moduleNotFound(file, error);
  }
  return new UserCodeError(file, `It throws ${error.name}: ${firstSentence(error.message)}`, {
    place,
    cause: error,
  });
}

function moduleNotFound(file: string, error: Error): UserCodeError {
  const [, missing = "", importer = file] =
    /^(.*?)(?: imported from (.*))?$/s.exec(error.message) ?? [];
  const shown = missing.replace(/'(\/.*)'/, (_whole, path: string) => `'${relativePath(path)}'`);
  const where = isOurs(pathToFileURL(importer).href) ? file : importer;
  return new UserCodeError(where, firstSentence(shown), {
    help: "Check the import, or install the package.",
    cause: error,
  });
}

// The hooks may run on another thread, so that the class of the error is not kept.
function isSyntaxErrorWithPlace(error: unknown): error is Error & Position & { file: string } {
  return (
    error instanceof Error &&
    error.name === "TypeScriptSyntaxError" &&
    "line" in error &&
    "file" in error
  );
}

/** What the builder throws says all by itself; it may come from another copy of the package. */
function isAboutPolicy(error: Error): error is Error & { readonly origin?: Origin } {
  return error.name === "PlacementError" || error.name === "CelTextError";
}
