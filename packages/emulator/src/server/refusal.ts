import { randomUUID } from "node:crypto";
import type { FastifyError, FastifyReply } from "fastify";

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

/** The client has to wait. */
export function tooManyRequests(retryAfter: string): Refusal {
  return new Refusal(429, "too_many_requests", "Too many requests; try again later.", {
    "retry-after": retryAfter,
  });
}

/** Answers with an error, in the form that a service with this interface uses. */
export function sendError(error: FastifyError | Refusal, reply: FastifyReply): void {
  const refusal = toRefusal(error);
  void reply.code(refusal.status).headers(refusal.headers).send(errorBody(refusal));
}

/** The body of an error. */
export function errorBody({ status, code, message }: Refusal): object {
  return {
    error_code: code,
    status_code: status,
    msg: message,
    details: { operation_id: `op_${randomUUID()}` },
  };
}

function toRefusal(error: FastifyError | Refusal): Refusal {
  if (error instanceof Refusal) return error;
  const status = error.statusCode ?? 500;
  if (status >= 500) return new Refusal(500, "failed", `The emulator failed: ${error.message}`);
  return new Refusal(status, codes[status] ?? "invalid_request", error.message);
}

const codes: Readonly<Record<number, string>> = {
  413: "body_too_large",
  415: "invalid_content_type",
};
