import { InvalidRequest } from "../errors/refusals.ts";
import type { OperationTemplate } from "../service/operation.ts";

/**
 * The body of a request as JSON.
 *
 * @throws InvalidRequest for what JSON cannot hold
 */
export function bodyText(operation: OperationTemplate, body: object): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    const isTooDeep = cause instanceof RangeError;
    if (!isTooDeep && !(cause instanceof TypeError)) throw cause;
    const what = isTooDeep
      ? "its body is nested too deep"
      : "its body holds itself or a value that JSON does not have";
    throw new InvalidRequest({
      operation,
      message: `The request to ${operation.name} was not sent: ${what}.`,
      help: "Leave out what the service does not take, and try again.",
      effect: "none",
      cause,
    });
  }
}
