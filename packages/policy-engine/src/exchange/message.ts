import { utf8Size } from "@traffic-policy/policy-language";
import type { Body } from "./exchange.ts";
import type { HeaderFields } from "./header-fields.ts";

interface BodyInput {
  readonly body?: Body;
  readonly bodySize?: number | null;
}

/**
 * The size of a message's body in bytes; nothing when there is none, or it is not known before the body
 * ends. Source: RFC 9112, section 6.3.
 */
export function bodySizeOf(input: BodyInput, headers: HeaderFields): number | undefined {
  if (input.bodySize === null || headers.has("transfer-encoding")) return undefined;
  if (input.bodySize !== undefined) return input.bodySize;
  if (input.body !== undefined) return sizeOf(input.body);
  const length = headers.first("content-length");
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : undefined;
}

/** Whether a request has a body, also one that is empty. */
export function hasBody(input: BodyInput, headers: HeaderFields): boolean {
  const { body, bodySize } = input;
  if (body !== undefined || bodySize === null || headers.has("transfer-encoding")) return true;
  return bodySizeOf(input, headers) !== undefined;
}

/** Makes the header tell the size, where there is one: a length that is not known is not told either. */
export function setContentLength(headers: HeaderFields, size: number | undefined): void {
  if (size === undefined) headers.remove("content-length");
  else if (!headers.has("content-length")) headers.set("content-length", String(size));
}

/** The size of a body in bytes. */
export function sizeOf(body: Body): number {
  return typeof body === "string" ? utf8Size(body) : body.length;
}
