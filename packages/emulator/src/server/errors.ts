import { randomUUID } from "node:crypto";
import type { FastifyError, FastifyReply } from "fastify";
import { Refusal } from "./refusal.ts";

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
