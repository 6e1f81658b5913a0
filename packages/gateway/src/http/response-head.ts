import { validateHeaderName, validateHeaderValue, type ServerResponse } from "node:http";
import type { Outcome } from "@traffic-policy/policy-engine";
import { fitToCompression } from "./bodies.ts";
import {
  toRaw,
  isOfBody,
  isPerConnection,
  valuesOf,
  type FieldText,
  type RawFields,
  type Fields,
} from "../fields.ts";

export interface ResponseHead {
  readonly status: number;
  readonly fields: RawFields;
}

type Answer = NonNullable<Outcome["response"]>;

/**
 * Builds the head of the upstream's response as the policy left it.
 *
 * @param sentLength - the body length that the upstream states
 * @param response - the client's response that this head is for
 */
export function forwardedResponseHead(
  { status, headers, compression }: Answer,
  sentLength: string | undefined,
  response: ServerResponse,
  text: FieldText,
): ResponseHead {
  const lengths = headers["content-length"] ?? [];
  // A length that is not that of the body would end the response in the wrong place. RFC 9110,
  // section 8.6: with 204 there is none.
  const hasLength = status !== 204 && lengths.length === 1 && lengths[0] === sentLength;
  const hasTrailers =
    !hasLength && response.useChunkedEncodingByDefault && canHaveBody(response, status);
  const fields = toRaw(headers, text, (name) => {
    if (name === "content-length") return hasLength;
    return name === "trailer" ? hasTrailers : !isPerConnection(name);
  });
  return { status, fields: compression === undefined ? fields : fitToCompression(fields) };
}

/**
 * Builds the head of a response that the policy makes.
 *
 * @param length - of the body in bytes, even if it is not sent, as for HEAD
 */
export function answerHead(
  { status: wanted, headers, compression }: Answer,
  length: number,
  text: FieldText,
): ResponseHead {
  const status = wanted < 200 ? 500 : wanted;
  const fields = toRaw(headers, text, (name) => !isOfBody(name));
  if (compression !== undefined) return { status, fields: fitToCompression(fields) };
  const hasLength = status !== 204 && status !== 304;
  if (hasLength) fields.push("content-length", String(length));
  return { status, fields };
}

/**
 * Builds the head of a 101 response.
 *
 * @param wanted - the protocol that the client asked for
 */
export function upgradedHead(
  { status, headers }: Answer,
  wanted: string,
  text: FieldText,
): ResponseHead {
  const fields = toRaw(headers, text, (name) => !isOfBody(name));
  const protocols = headers["upgrade"] ?? [wanted];
  fields.push("connection", "upgrade", "upgrade", protocols.join(", "));
  return { status, fields };
}

/** True when a body can follow the head of a response. Source: RFC 9112, section 6.3. */
export function canHaveBody({ req }: ServerResponse, status: number): boolean {
  return req.method !== "HEAD" && status !== 204 && status !== 304;
}

/**
 * Begins a response.
 *
 * @throws TypeError or RangeError when it cannot be sent; another response can still be begun then
 */
export function beginResponse(response: ServerResponse, { status, fields }: ResponseHead): void {
  // Node would find out when it has already taken over the reason phrase, and that there is no body.
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index] ?? "";
    validateHeaderName(name);
    validateHeaderValue(name, fields[index + 1] ?? "");
  }
  response.writeHead(status, fields as string[]);
}

/** Forwards an interim (1xx) response. Source: RFC 9110, section 15.2. */
export function passOn(
  response: ServerResponse,
  status: number,
  fields: Fields,
  text: FieldText,
): void {
  if (response.req.httpVersion === "1.0" || response.headersSent || response.destroyed) return;
  if (status === 102) response.writeProcessing();
  if (status !== 103) return;
  const links = valuesOf(fields, "link").map((value) => text.encode("link", value));
  try {
    if (links.length > 0) response.writeEarlyHints({ link: links });
  } catch {
    // Node takes only links of the usual form; they are hints, and can be left out.
  }
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, [
    "content-type",
    "text/plain; charset=utf-8",
    "content-length",
    String(Buffer.byteLength(text)),
  ]);
  response.end(text);
}
