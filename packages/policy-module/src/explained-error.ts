import type { SourceRange } from "@traffic-policy/policy-language";

/** What went wrong, as a sentence for whoever uses the files that it is about. */
export class ExplainedError extends Error {
  /** What to do. */
  readonly help: string | undefined;
  /** What is shown of a file. */
  readonly range: SourceRange | undefined;

  constructor(
    message: string,
    options: {
      help?: string | undefined;
      range?: SourceRange | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.help = options.help;
    this.range = options.range;
  }
}
