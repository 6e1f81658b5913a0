import type { CommandError } from "../context.ts";

/** A file that could not be checked. */
export interface FileFailure {
  /** Relative to the working directory. */
  readonly file: string;
  readonly error: CommandError;
}
