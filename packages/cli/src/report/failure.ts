import { DeploymentError, ServiceError } from "@traffic-policy/api";
import { CommandError } from "../command-error.ts";

/** An error of one target in machine-readable results. */
export interface ReportedError {
  readonly message: string;
  readonly help?: string;
}

/** Takes from an error what a result shows of it. */
export function toReportedError(error: Error): ReportedError {
  const help: unknown = "help" in error ? error.help : undefined;
  return { message: error.message, ...(typeof help === "string" ? { help } : {}) };
}

/** Errors of the service, of plans and of commands are told to the user; others are mistakes of ours. */
export function isExpected(error: unknown): error is Error {
  return [CommandError, DeploymentError, ServiceError].some((kind) => error instanceof kind);
}
