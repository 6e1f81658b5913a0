import { ExplainedError } from "../explained-error.ts";
import { placeText, relativePath } from "../files/place-text.ts";
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
    file: string,
    reason: string,
    options: {
      place?: UserPlace | undefined;
      help?: string;
      cause?: unknown;
    } = {},
  ) {
    const { place, help, cause } = options;
    const at = place === undefined ? relativePath(file) : userPlaceText(place);
    // A line alone is found without being shown.
    const range = place?.end && { file: place.file, start: place, end: place.end };
    super(`${at}: ${reason}`, { help, cause, range });
    this.file = relativePath(file);
    this.reason = reason;
    this.place = place;
  }
}

/** A place in code of the user's as it is shown. */
export function userPlaceText(place: UserPlace): string {
  return placeText(relativePath(place.file), place);
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
