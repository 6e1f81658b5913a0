import { Timeout } from "./no-answer.ts";
import { ServiceError } from "./service-error.ts";

/** Whether the service may be at work on a request: only this side, or a proxy, stopped waiting. */
export function mayStillArrive(error: Error): boolean {
  if (error instanceof Timeout) return true;
  return error instanceof ServiceError && (error.status === 408 || error.status === 504);
}
