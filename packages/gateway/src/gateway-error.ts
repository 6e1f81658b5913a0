/** Why a gateway cannot start: an address that is not loopback, an upstream that is none, a used port. */
export class GatewayError extends Error {
  override readonly name = "GatewayError";
  /** What to do. */
  readonly help: string | undefined;

  constructor(message: string, options: { help?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.help = options.help;
  }
}
