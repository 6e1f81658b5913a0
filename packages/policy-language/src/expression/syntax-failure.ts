import type { SyntaxError } from "./syntax-error.ts";

/** Carries a {@link SyntaxError} out of the parser; `parseExpression` catches it. */
export class SyntaxFailure extends Error {
  readonly error: SyntaxError;

  constructor(error: SyntaxError) {
    super(error.code);
    this.error = error;
  }
}
