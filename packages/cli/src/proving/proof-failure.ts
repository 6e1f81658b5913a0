import type { CommandError } from "../context.ts";

/** Something of a run that could not be asked about at all. */
export interface ProofFailure {
  readonly file: string;
  readonly error: CommandError;
}
