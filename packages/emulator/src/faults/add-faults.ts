import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest, FastifyReply } from "fastify";
import type { Fault } from "./fault.ts";
import { Refusal, tooManyRequests, errorBody } from "../server/refusal.ts";

/**
 * Lets a server go wrong on demand.
 *
 * @param next - what goes wrong with a request; asked once for each
 */
export function addFaults(
  server: FastifyInstance,
  next: (request: FastifyRequest) => Fault | undefined,
): void {
  const faults = new WeakMap<FastifyRequest, Fault>();
  const closing = new AbortController();
  server.addHook("preClose", async () => closing.abort());

  server.addHook("onRequest", async (request, reply) => {
    const fault = next(request);
    if (fault === undefined) return;
    faults.set(request, fault);
    await beforeWork(fault, reply, closing.signal);
  });

  server.addHook("onSend", async (request, reply, payload) => {
    const fault = faults.get(request);
    if (fault === undefined) return payload;
    return afterWork(fault, reply, typeof payload === "string" ? payload : "", closing.signal);
  });
}

/**
 * What goes wrong before the operation is done.
 *
 * @throws Refusal for an answer that takes the place of the operation's
 */
async function beforeWork(fault: Fault, reply: FastifyReply, closing: AbortSignal): Promise<void> {
  switch (fault.fault) {
    case "delay":
      if (fault.afterWork !== true) await pause(fault.milliseconds, closing);
      break;
    case "rate-limit":
      throw tooManyRequests(retryAfter(fault));
    case "failure":
      if (fault.afterWork !== true) throw failure(fault.status);
      break;
    case "redirect": {
      const { location = "https://elsewhere.invalid/", status = 307 } = fault;
      throw new Refusal(status, "redirect", `Go to ${location}.`, { location });
    }
    case "reset-before-work":
      resetConnection(reply);
      break;
    default:
  }
}

function failure(status: number): Refusal {
  return new Refusal(status, "failed", "The service failed, as configured.");
}

function retryAfter({ seconds, as = "seconds" }: { seconds: number; as?: string }): string {
  if (as === "seconds") return String(seconds);
  // A date has no parts of a second: rounded up, it is never too early.
  return new Date(Math.ceil(Date.now() / 1000 + seconds) * 1000).toUTCString();
}

/**
 * What goes wrong with the answer of an operation.
 *
 * @param body - empty when the answer has none
 * @returns what is sent as its body
 */
async function afterWork(
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
  const { raw } = reply;
  const { socket } = raw;
  if (body === "") {
    reply.hijack();
    socket?.write(`HTTP/1.1 ${reply.statusCode}`);
    socket?.destroySoon();
    return never;
  }
  const bytes = Buffer.from(body);
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

function resetConnection(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
}

/** Fails when the emulator is closed meanwhile, so that nothing happens after that. */
async function pause(milliseconds: number, closing: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal: closing });
}
