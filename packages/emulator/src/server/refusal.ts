/** A request that the emulator refuses: the status, and what the error's body says. */
export class Refusal extends Error {
  readonly status: number;
  /** For programs: `not_found`. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** There is no such thing. */
export function notFound(message: string): Refusal {
  return new Refusal(404, "not_found", message);
}

/** The body, or a field of it, is not what the operation takes. */
export function invalidBody(message: string): Refusal {
  return new Refusal(400, "invalid_body", message);
}
