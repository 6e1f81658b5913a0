import { randomUUID } from "node:crypto";

export class Refusal extends Error {
  readonly status: number;
  /** The error code for programs, such as `not_found`. */
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

export function notFound(message: string): Refusal {
  return new Refusal(404, "not_found", message);
}

export function invalidBody(message: string): Refusal {
  return new Refusal(400, "invalid_body", message);
}

export function invalidRequest(message: string): Refusal {
  return new Refusal(400, "invalid_request", message);
}

/**
 * Tells the client to wait. From this error code of the service, clients know that the request was not carried out.
 */
export function tooManyRequests(retryAfter: string): Refusal {
  return new Refusal(429, "ERR_NGROK_226", "Too many requests; try again later.", {
    "retry-after": retryAfter,
  });
}

export function errorBody({ status, code, message }: Refusal): object {
  return {
    error_code: code,
    status_code: status,
    msg: message,
    details: { operation_id: `op_${randomUUID()}` },
  };
}

export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new Refusal(500, "failed", `The emulator failed: ${why}`);
}
