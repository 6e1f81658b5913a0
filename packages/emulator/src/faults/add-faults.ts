import type { FastifyInstance, FastifyRequest } from "fastify";
import { afterWork } from "./after-work.ts";
import { beforeWork } from "./before-work.ts";
import type { Fault } from "./fault.ts";

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
