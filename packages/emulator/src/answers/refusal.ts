import { randomUUID } from "node:crypto";

/** A request that the emulator refuses: the status, and what the error's body says. */
export class Refusal extends Error {
  readonly status: number;
  /** For programs: `not_found`. */
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
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

/** Something of the request but its body is not what the operation takes. */
export function invalidRequest(message: string): Refusal {
  return new Refusal(400, "invalid_request", message);
}

/** The client has to wait. By this code of the service, clients know that the request was not carried out. */
export function tooManyRequests(retryAfter: string): Refusal {
  return new Refusal(429, "ERR_NGROK_226", "Too many requests; try again later.", {
    "retry-after": retryAfter,
  });
}

/** The body of an error, in the form that a service with this interface uses. */
export function errorBody({ status, code, message }: Refusal): object {
  return {
    error_code: code,
    status_code: status,
    msg: message,
    details: { operation_id: `op_${randomUUID()}` },
  };
}

/** What a request is refused with when its operation threw this. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new Refusal(500, "failed", `The emulator failed: ${why}`);
}
