import type { Static, TSchema } from "@sinclair/typebox";
import { possibleEffect, type Request } from "../errors/service-error.ts";
import { UnexpectedResponse } from "../errors/unexpected-response.ts";
import { findFault, findTooDeep } from "../service/fault.ts";
import type { Answer } from "./exchange.ts";

/**
 * Reads the body of an answer as JSON of a shape. Fields that the shape does not name are kept.
 *
 * Whether the answer says that it is JSON is not looked at: the service's description tells of the
 * content type of requests only, and a body that is JSON of the shape is what was asked for.
 *
 * @throws UnexpectedResponse, which names the field
 */
export function checkBody<T extends TSchema>(
  request: Request,
  { status, headers, body }: Answer,
  schema: T,
): Static<T> {
  const known = { ...request, status, effect: possibleEffect(request.operation) };
  const value = parse(body);
  if (value === undefined) {
    const encoding = headers["content-encoding"];
    const compressed = encoding !== undefined && encoding !== "identity";
    const message = compressed
      ? "The answer of the service is compressed, which nobody asked for."
      : "The answer of the service is not JSON.";
    throw new UnexpectedResponse({ ...known, message });
  }
  const fault = findTooDeep(value) ?? findFault(schema, value);
  if (fault !== undefined) {
    const { field, what } = fault;
    throw new UnexpectedResponse({
      ...known,
      field,
      message: `In the answer of the service ${what}.`,
    });
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
