import { DeploymentError, ServiceError } from "@traffic-policy/api";
import { CommandError } from "./context.ts";

/** Errors of the service, of plans and of commands are told to the user; others are mistakes of ours. */
export function isExpected(error: unknown): error is Error {
  return [CommandError, DeploymentError, ServiceError].some((kind) => error instanceof kind);
}
