/** The client was set up wrongly. The message never holds the base URL or the API key. */
export class InvalidConfiguration extends Error {
  override readonly name = "InvalidConfiguration";
  /** One sentence: what to do. */
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}
