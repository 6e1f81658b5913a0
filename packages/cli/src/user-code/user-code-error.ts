import type { Position } from "@traffic-policy/policy-language";
import { relativePath } from "../relative-path.ts";
import { CommandError } from "../command-error.ts";

/** A file of the user's could not be run: it is missing, is not TypeScript, or throws. */
export class UserCodeError extends CommandError {
  /** The file that was asked for, relative to the working directory. */
  readonly file: string;
  /** The sentence without the place. */
  readonly reason: string;
  /** Where in the user's code it happened, when that is known. */
  readonly place: (Position & { file: string }) | undefined;

  constructor(
    file: string,
    reason: string,
    options: {
      place?: (Position & { file: string }) | undefined;
      help?: string;
      cause?: unknown;
    } = {},
  ) {
    const { place, help, cause } = options;
    const at = place === undefined ? relativePath(file) : placeText(place);
    super(`${at}: ${reason}`, { help, cause });
    this.file = relativePath(file);
    this.reason = reason;
    this.place = place;
  }
}

function placeText({ file, line, column }: Position & { file: string }): string {
  return `${relativePath(file)}:${line}:${column}`;
}
