import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { invalidRequest, notFound, Refusal } from "./refusal.ts";

// The contract calls identifiers opaque; somewhere there has to be an end.
const longestIdentifier = 2048;

/**
 * The path by which a request finds its operation. Fastify would answer one that it cannot decode by
 * itself, without a look at the key; here it leads nowhere, as one does that is not known.
 */
export function routedPath({ url = "/" }: Pick<IncomingMessage, "url">): string {
  return isEncoded(url) ? url : "/";
}

/** Refuses a request with an identifier that is too long. */
export function checkIdentifiers({ is404, params }: FastifyRequest): void {
  if (is404) return;
  const identifiers = Object.values(params as Readonly<Record<string, string>>);
  if (identifiers.every(({ length }) => length <= longestIdentifier)) return;
  throw new Refusal(
    414,
    "path_too_long",
    `An identifier has more than ${longestIdentifier} characters.`,
  );
}

/** Why a path leads to no operation. */
export function noOperation({ method, originalUrl }: FastifyRequest): Refusal {
  return isEncoded(originalUrl)
    ? notFound(`There is no operation ${method} ${originalUrl}.`)
    : invalidRequest(`The path ${originalUrl} is not percent-encoded as it has to be.`);
}

function isEncoded(url: string): boolean {
  try {
    decodeURIComponent(url.replace(/[?#].*$/, ""));
    return true;
  } catch {
    return false;
  }
}
