import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { errorBody } from "../server/errors.ts";
import { failure } from "./before-work.ts";
import { endConnection, resetConnection } from "./connection.ts";
import type { Fault } from "./fault.ts";
import { pause } from "./pause.ts";

/**
 * What goes wrong with the answer of an operation.
 *
 * @param body - empty when the answer has none
 * @returns what is sent as its body
 */
export async function afterWork(
  fault: Fault,
  reply: FastifyReply,
  body: string,
  closing: AbortSignal,
): Promise<unknown> {
  switch (fault.fault) {
    case "delay":
      if (fault.afterWork === true) await pause(fault.milliseconds, closing);
      return body;
    case "failure":
      if (fault.afterWork !== true) return body;
      return asBody(reply.code(fault.status), JSON.stringify(errorBody(failure(fault.status))));
    case "reset-after-work":
      resetConnection(reply);
      return never;
    case "half-answer":
      return half(reply, body);
    case "not-json":
      return asBody(reply, "<html><body>This is not JSON.</body></html>");
    case "wrong-content-type":
      return asBody(reply, body === "" ? "Done." : body, "text/html; charset=utf-8");
    case "endless-body":
      return asBody(reply, endless(fault.pauseMilliseconds ?? 0, closing));
    default:
      return body;
  }
}

// Fastify waits for it before it sends anything, and so sends nothing.
const never = new Promise<never>(() => undefined);

/** Lets an answer have a body that it had not, or another one. */
function asBody(
  reply: FastifyReply,
  body: string | Readable,
  type = "application/json; charset=utf-8",
): string | Readable {
  if (reply.statusCode === 204) reply.code(200);
  reply.type(type);
  return body;
}

function half(reply: FastifyReply, body: string): Promise<never> | Readable {
  if (body === "") {
    endConnection(reply, `HTTP/1.1 ${reply.statusCode}`);
    return never;
  }
  const bytes = Buffer.from(body);
  const { raw } = reply;
  const { socket } = raw;
  raw.once("finish", () => socket?.destroySoon());
  reply.header("content-length", bytes.length);
  // A stream: of a text, Fastify would correct the length.
  return Readable.from([bytes.subarray(0, bytes.length / 2)]);
}

function endless(milliseconds: number, closing: AbortSignal): Readable {
  const padding = Buffer.alloc(milliseconds === 0 ? 65_536 : 1, "x");
  return Readable.from(
    (async function* () {
      yield Buffer.from('{"padding":"');
      while (!closing.aborted) {
        yield padding;
        if (milliseconds > 0) await pause(milliseconds, closing);
      }
    })(),
    { objectMode: false },
  );
}
