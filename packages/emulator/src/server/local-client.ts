import type { FastifyRequest } from "fastify";
import { Refusal } from "./refusal.ts";

// With any port, because what forwards a port may have another one.
const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * Refuses requests that web pages in browsers of this machine send: with the host of a name that an
 * attacker lets stand for 127.0.0.1 (DNS rebinding), or with the origin of a page.
 */
export function checkIsLocal({ headers }: FastifyRequest): void {
  const { host = "", origin } = headers;
  if (!loopback.test(host)) {
    throw forbidden(
      `The emulator answers to the hosts 127.0.0.1, localhost and [::1] only, not to "${host}".`,
    );
  }
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    throw forbidden(`Web pages cannot use the emulator, and "${origin}" is the origin of one.`);
  }
}

function forbidden(message: string): Refusal {
  return new Refusal(403, "forbidden", message);
}
