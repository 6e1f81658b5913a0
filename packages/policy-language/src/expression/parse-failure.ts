import type { ParseError } from "./parse-error.ts";

/** Carries a {@link ParseError} out of the parser; `parseExpression` catches it. */
export class ParseFailure extends Error {
  readonly error: ParseError;

  constructor(error: ParseError) {
    super(error.code);
    this.error = error;
  }
}
