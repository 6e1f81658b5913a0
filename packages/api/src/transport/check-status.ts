import { refusal } from "../errors/refusal.ts";
import { possibleEffect, type Request } from "../errors/service-error.ts";
import { UnexpectedResponse } from "../errors/unexpected-response.ts";
import { readErrorBody } from "./error-body.ts";
import type { Answer } from "./exchange.ts";
import { readRetryAfter } from "./retry-after.ts";
import type { Secret } from "./secret.ts";

const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Checks that an answer has the status of success.
 *
 * @throws ServiceError of the kind that the status stands for
 */
export function checkStatus(
  request: Request,
  { status, headers, body }: Answer,
  expected: number,
  secret: Secret,
): void {
  if (status === expected) return;
  const told = readErrorBody(new TextDecoder().decode(body), (text) => secret.hide(text));
  const retryAfter = readRetryAfter(headers["retry-after"], headers.date, Date.now());
  const refused = refusal(request, status, told, retryAfter);
  if (refused !== undefined) throw refused;
  throw new UnexpectedResponse({
    ...request,
    status,
    code: told.code,
    serviceMessage: told.message,
    details: told.details,
    retryAfter,
    message: redirects.has(status)
      ? `The service answered with a redirect (${status})${target(headers.location, secret)}, which is not followed.`
      : `The service answered with status ${status} instead of ${expected}.`,
    // A proxy cannot tell what the service does with the request, least when it gives up waiting (408).
    effect:
      status >= 400 && status !== 408 && told.code ? "none" : possibleEffect(request.operation),
    transient: status === 408,
  });
}

// The origin is enough to see what is wrong; a path may hold anything. Where the key stands in the
// rest, reading the URL may have made something else of it: a part of it, or an address of numbers.
function target(location: string | undefined, secret: Secret): string {
  if (location === undefined || secret.isIn(location) || !URL.canParse(location)) return "";
  const { origin } = new URL(location);
  return origin === "null" || secret.isIn(origin) ? "" : ` to ${origin}`;
}
