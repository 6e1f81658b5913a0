import type { IncomingMessage } from "node:http";
import type { ForwardedRequest } from "@traffic-policy/policy-engine";
import type { Upstream } from "../upstream/upstream.ts";
import { toRaw, valuesOf, isPerConnection, listOf, type FieldText } from "../fields.ts";
import type { PolicyRun } from "./policy-run.ts";

export interface ForwardedHead {
  readonly method: string;
  readonly path: string;
  readonly headers: string[];
}

export interface ClientFacts {
  readonly ip: string;
  readonly scheme: string;
  readonly host: string;
}

/**
 * Builds the request head for the upstream: what the policy left, without the fields about the client's connection,
 * and with what the gateway knows about the client.
 *
 * @param sent - what the client sent, and which headers the policy set or removed
 */
export function forwardedHead(
  { method, url, headers, body }: ForwardedRequest,
  { fields, changedHeaders }: Pick<PolicyRun, "fields" | "changedHeaders">,
  { upstream, hostHeader }: { readonly upstream: Upstream; readonly hostHeader: string },
  client: ClientFacts,
  text: FieldText,
): ForwardedHead {
  const own: [name: string, value: string][] = [
    ["x-forwarded-for", client.ip],
    ["x-forwarded-host", client.host],
    ["x-forwarded-proto", client.scheme],
  ];
  if (hostHeader === "upstream") own.push(["host", upstream.authority]);
  const set = own.filter(([name]) => !changedHeaders.has(name));
  const left = new Set(set.map(([name]) => name));
  // What the body's length is, the parser knows; a policy cannot make another one of it.
  const length = "content-length";
  const sent = valuesOf(fields, length);
  const known = body === undefined || sent.length === 0 ? sent : [String(Buffer.byteLength(body))];
  if (!isSame(headers[length] ?? [], known)) left.add(length);
  const raw = toRaw(headers, text, (name) => isForwarded(name) && !left.has(name));
  for (const [name, value] of set) raw.push(name, text.encode(name, value));
  if (listOf(valuesOf(fields, "te")).includes("trailers")) raw.push("te", "trailers");
  return { method, path: pathOf(url), headers: raw };
}

/** True when a body follows the head of a request. Source: RFC 9112, section 6.3. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

// `expect` is answered here, and trailers of requests are not forwarded.
function isForwarded(name: string): boolean {
  return !isPerConnection(name) && name !== "expect" && name !== "trailer";
}

function pathOf(url: string): string {
  const path = url.replace(/^[^:/?#]+:\/\/[^/?#]*/, "");
  return path.startsWith("/") ? path : `/${path}`;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
