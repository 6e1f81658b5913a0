import { isJsonObject } from "@traffic-policy/policy-language";
import { shortened } from "@traffic-policy/policy-language/internal";
import type { Static, TSchema } from "@sinclair/typebox";
import { refusal, type ErrorBody } from "../errors/refusal.ts";
import { possibleEffect, UnexpectedResponse, type Request } from "../errors/service-error.ts";
import type { Answer } from "./sender.ts";
import type { Secret } from "../configuration/secret.ts";
import { findFault, findTooDeep } from "../fault.ts";

const redirects = new Set([301, 302, 303, 307, 308]);

export function checkStatus(
  request: Request,
  { status, headers, body }: Answer,
  expected: number,
  secret: Secret,
): void {
  if (status === expected) return;
  const error = readErrorBody(body, (text) => secret.hide(text));
  const retryAfter = readRetryAfter(headers["retry-after"], headers["date"]?.[0], Date.now());
  const refused = refusal(request, status, error, retryAfter);
  if (refused !== undefined) throw refused;
  throw new UnexpectedResponse({
    ...request,
    status,
    code: error.code,
    serviceMessage: error.message,
    details: error.details,
    retryAfter,
    message: redirects.has(status)
      ? `The service answered with a redirect (${status})${target(headers["location"]?.[0], secret)}, which is not followed.`
      : `The service answered with status ${status} instead of ${expected}.`,
    // A proxy cannot tell what the service does with the request, least when it gives up waiting (408).
    effect:
      status >= 400 && status < 500 && status !== 408 && error.code
        ? "none"
        : possibleEffect(request.operation),
    transient: status === 408,
  });
}

// The origin is enough to see what is wrong; a path may hold anything. Where the key is in the
// rest, reading the URL may have made something else of it: a part of it, or an address of numbers.
function target(location: string | undefined, secret: Secret): string {
  if (location === undefined || secret.isIn(location) || !URL.canParse(location)) return "";
  const { origin } = new URL(location);
  return origin === "null" || secret.isIn(origin) ? "" : ` to ${origin}`;
}

/**
 * Reads the body of an answer as JSON of a schema. Keeps fields that the schema does not name.
 *
 * Ignores the answer's content type: the service's description specifies content types for requests only, and a JSON
 * body that matches the schema is what was asked for.
 *
 * @throws UnexpectedResponse, which names the field
 */
export function checkBody<T extends TSchema>(
  request: Request,
  { status, headers, body }: Answer,
  schema: T,
): Static<T> {
  const known = { ...request, status, effect: possibleEffect(request.operation) };
  const value = parse(body, true);
  if (value === undefined) {
    const compressed = headers["content-encoding"]?.some((encoding) => encoding !== "identity");
    const message = compressed
      ? "The response of the service is compressed, which was not requested."
      : "The response of the service is not JSON.";
    throw new UnexpectedResponse({ ...known, message });
  }
  const fault = findTooDeep(value) ?? findFault(schema, value);
  if (fault !== undefined) {
    const { field, what } = fault;
    throw new UnexpectedResponse({
      ...known,
      field,
      message: `In the response of the service ${what}.`,
    });
  }
  return value as Static<T>;
}

function parse(body: Uint8Array, fatal: boolean): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal }).decode(body));
  } catch {
    return undefined;
  }
}

/**
 * Reads the body of an error: the JSON `{error_code, status_code, msg, details}` of a service with this API, the HTML
 * page of an intermediary, or any text. The service's description does not document error bodies, so the content is
 * only displayed.
 *
 * @param hide - removes secrets from a text
 */
function readErrorBody(body: Uint8Array, hide: (text: string) => string): ErrorBody {
  // Hidden before anything is cut off: of a key that is cut, the rest would not be recognised.
  const line = (part: string): string | undefined =>
    shortened(hide(visible(part)), 300) || undefined;
  const answer = parse(body, false);
  if (isJsonObject(answer) && typeof answer["msg"] === "string") {
    const code = answer["error_code"];
    return {
      code: typeof code === "string" ? line(code) : undefined,
      message: line(answer["msg"]),
      details: texts(answer["details"], line),
    };
  }
  const beginning = hide(new TextDecoder().decode(body)).slice(0, 20_000);
  const message = line(htmlText(beginning) ?? beginning);
  return { code: undefined, message, details: undefined };
}

function texts(
  details: unknown,
  line: (text: string) => string | undefined,
): Readonly<Record<string, string>> | undefined {
  if (!isJsonObject(details)) return undefined;
  const entries = Object.entries(details).flatMap(([key, value]): [string, string][] => {
    const text = typeof value === "string" ? line(value) : undefined;
    const name = line(key);
    return text === undefined || name === undefined ? [] : [[name, text]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function htmlText(text: string): string | undefined {
  if (!/^\s*(<!doctype html|<html|<head|<body)/i.test(text)) return undefined;
  const title = /<title[^>]*>([^<]+)</i.exec(text)?.[1];
  return title ?? text.replace(/<(style|script)\b[^]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " ");
}

// What the service says ends up in terminals: neither control characters, which a terminal obeys, nor
// invisible ones, which turn or join the text around them, are left of it.
function visible(text: string): string {
  return text
    .replace(/\p{Cf}+/gu, "")
    .replace(/[\p{Cc}\p{Z}\s]+/gu, " ")
    .trim();
}

const longest = 86_400_000;

/**
 * Reads how long an answer asks to wait: seconds, or a date. A date is compared with the answer's own `Date` header
 * if present, because the two clocks may differ.
 *
 * @param retryAfter - the values of the header, of which the longest wait counts
 * @returns milliseconds, at most a day; undefined when the header is missing or invalid
 */
export function readRetryAfter(
  retryAfter: readonly string[] = [],
  date: string | undefined,
  now: number,
): number | undefined {
  const waits = retryAfter
    .map((value) => value.trim())
    .map((text) =>
      /^\d+(\.\d+)?$/.test(text)
        ? Number(text) * 1000
        : httpDate(text) - (httpDate(date ?? "") || now),
    )
    .filter((wait) => !Number.isNaN(wait));
  return waits.length === 0 ? undefined : Math.min(Math.max(...waits, 0), longest);
}

/**
 * Returns milliseconds since 1970, or NaN for a text that is not an HTTP date in any of the three forms of RFC 9110,
 * section 5.6.7. The last form, `asctime`, is in UTC without saying so.
 */
function httpDate(text: string): number {
  // `Date.parse` alone takes almost everything, "5 minutes" too, and what names no zone as local time.
  if (/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, .* \d\d:\d\d:\d\d GMT$/.test(text))
    return Date.parse(text);
  if (/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]* .* \d\d:\d\d:\d\d \d{4}$/.test(text))
    return Date.parse(`${text} GMT`);
  return Number.NaN;
}
