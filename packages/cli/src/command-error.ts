/** Why a command could not do its job: printed as one sentence, exit status 2. */
export class CommandError extends Error {
  /** What to do. */
  readonly help: string | undefined;

  constructor(message: string, options: { help?: string | undefined; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.help = options.help;
  }
}
