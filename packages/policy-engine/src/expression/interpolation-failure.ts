import { ActionFailure } from "../action/action-failure.ts";
import type { EvaluationError } from "../trace.ts";

/** An interpolation that fails at run time. */
export class InterpolationFailure extends ActionFailure {
  readonly error: EvaluationError;

  /** @param text - the interpolation, from `${` to `}` */
  constructor(text: string, error: EvaluationError) {
    super(`${text} fails: ${error.message}`);
    this.error = error;
  }
}
