import type { FastifyReply } from "fastify";
import { Refusal, tooManyRequests } from "../server/refusal.ts";
import { resetConnection } from "./connection.ts";
import type { Fault } from "./fault.ts";
import { pause } from "./pause.ts";

/**
 * What goes wrong before the operation is done.
 *
 * @throws Refusal for an answer that takes the place of the operation's
 */
export async function beforeWork(
  fault: Fault,
  reply: FastifyReply,
  closing: AbortSignal,
): Promise<void> {
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

/** An error of the service that was asked for. */
export function failure(status: number): Refusal {
  return new Refusal(status, "failed", "The service failed, as it was asked to.");
}

function retryAfter({ seconds, as = "seconds" }: { seconds: number; as?: string }): string {
  if (as === "seconds") return String(seconds);
  // A date has no parts of a second: rounded up, it is never too early.
  return new Date(Math.ceil(Date.now() / 1000 + seconds) * 1000).toUTCString();
}
