import { ServiceError } from "./service-error.ts";

/**
 * Whether the service may carry out a request later that ended with this error. What was cut off on
 * its way, or answered by something before the service, may be held there and be passed on; only what
 * was never sent, and an error of the service itself, show that nothing is under way. A 502 and a 504
 * come from what passes requests on, whoever wrote the answer.
 */
export function mayStillArrive(error: Error): boolean {
  if (!(error instanceof ServiceError)) return true;
  if (error.effect === "none") return false;
  return passedOn.has(error.status ?? 0) || error.code === undefined;
}

const passedOn: ReadonlySet<number> = new Set([408, 502, 504]);
