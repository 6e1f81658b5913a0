import { ExplainedError } from "../explained-error.ts";
import type { Files } from "../files/files.ts";
import { placeText } from "../files/place-text.ts";
import type { UserPlace } from "./user-place.ts";

/** A file of the user's could not be run: it is missing, is not TypeScript, or throws. */
export class UserCodeError extends ExplainedError {
  /** The file that was asked for, relative to the working directory. */
  readonly file: string;
  /** The sentence without the place. */
  readonly reason: string;
  /** Where in the user's code it happened, when that is known. */
  readonly place: UserPlace | undefined;

  constructor(
    files: Files,
    file: string,
    reason: string,
    options: {
      place?: UserPlace | undefined;
      help?: string;
      cause?: unknown;
    } = {},
  ) {
    const { place, help, cause } = options;
    const at = place === undefined ? files.nameOf(file) : userPlaceText(place, files);
    // A line alone is found without being shown.
    const range = place?.end && { file: place.file, start: place, end: place.end };
    super(`${at}: ${reason}`, { help, cause, range });
    this.file = files.nameOf(file);
    this.reason = reason;
    this.place = place;
  }
}

/** A place in code of the user's as it is shown. */
export function userPlaceText(place: UserPlace, files: Files): string {
  return placeText(files.nameOf(place.file), place);
}

/** Code of the user's wants to end the process. */
export class ProcessEndedError extends Error {
  override readonly name = "ProcessEndedError";
  /** What it calls: `process.exit`. */
  readonly call: string;

  constructor(call: string) {
    super(`${call} was called.`);
    this.call = call;
  }
}
