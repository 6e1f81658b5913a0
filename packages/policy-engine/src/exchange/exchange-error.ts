/** An exchange that cannot be: a URL that is none, an HTTP policy without a request. */
export class ExchangeError extends Error {
  override readonly name = "ExchangeError";
  /** What to do about it. */
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}
