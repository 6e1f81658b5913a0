import type { Static, TSchema } from "@sinclair/typebox";
import { possibleEffect } from "../errors/service-error.ts";
import { UnexpectedResponse } from "../errors/unexpected-response.ts";
import { findFault } from "../service/fault.ts";
import type { Operation } from "../service/operation.ts";
import type { Answer } from "./exchange.ts";

/**
 * Reads the body of an answer as JSON of a shape. Fields that the shape does not name are kept.
 *
 * @throws UnexpectedResponse, which names the field
 */
export function checkBody<T extends TSchema>(
  operation: Operation,
  { status, body }: Answer,
  schema: T,
): Static<T> {
  const effect = possibleEffect(operation);
  const value = parse(body);
  if (value === undefined) {
    const message = "The answer of the service is not JSON.";
    throw new UnexpectedResponse({ operation, status, effect, message });
  }
  const fault = findFault(schema, value);
  if (fault !== undefined) {
    const { field, what } = fault;
    const message = `In the answer of the service ${what}.`;
    throw new UnexpectedResponse({ operation, status, effect, message, field });
  }
  return value as Static<T>;
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
