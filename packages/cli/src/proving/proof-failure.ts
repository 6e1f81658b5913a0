import type { CommandError } from "../context.ts";

export interface ProofFailure {
  readonly file: string;
  readonly error: CommandError;
}
