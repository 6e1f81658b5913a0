import type { SourceRange } from "@traffic-policy/policy-language";

/** Why a command could not do its job: printed as one sentence, exit status 2. */
export class CommandError extends Error {
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
