import type { JsonValue } from "@traffic-policy/policy-language";
import { jsonPolicySource } from "@traffic-policy/policy-language";
import {
  parseEndpointUrl,
  Site,
  type SiteEndpoint,
} from "@traffic-policy/policy-language/internal";

/** An endpoint in short: one whose host ends with `.internal` is internal, and one with a server is of an agent. */
export interface ShortEndpoint {
  readonly name?: string;
  readonly policy?: JsonValue;
  /** True for one on this machine; a text is the server as a file writes it. */
  readonly server?: true | string;
  readonly unread?: string;
}

/** Builds a site from endpoints by their URLs; several of a list are members of a pool. */
export function aSite(
  endpoints: Readonly<Record<string, ShortEndpoint | readonly ShortEndpoint[]>>,
): Site {
  return new Site(
    Object.entries(endpoints).flatMap(([url, given]) => {
      const members = [given].flat() as readonly ShortEndpoint[];
      return members.map((one, index) =>
        endpointOf(url, one, members.length > 1 ? `${url} ${index + 1}` : url),
      );
    }),
  );
}

function endpointOf(
  text: string,
  { name, policy: own, server, unread }: ShortEndpoint,
  usual: string,
): SiteEndpoint {
  const url = parseEndpointUrl(text);
  if (url === undefined) throw new Error(`${text} is no URL of an endpoint.`);
  return {
    name: name ?? usual,
    url,
    binding: url.host.endsWith(".internal") ? "internal" : "public",
    kind: server === undefined ? "cloud" : "agent",
    isPooled: usual !== text,
    ...(server !== undefined && { upstream: server === true ? "http://localhost:8080" : server }),
    ...(unread !== undefined && { unread }),
    ...(own !== undefined && { policy: jsonPolicySource(`${usual}.json`, JSON.stringify(own)) }),
  };
}

/** The action that forwards to a URL. */
export function forward(url: string, onError?: "continue"): JsonValue {
  return { type: "forward-internal", config: { url, ...(onError && { on_error: onError }) } };
}

/** A rule of requests. */
export function rule(expressions: readonly string[], ...actions: readonly JsonValue[]): JsonValue {
  return { expressions, actions };
}

/** A policy with rules for requests, and for responses. */
export function policy(
  requests: readonly JsonValue[],
  responses: readonly JsonValue[] = [],
): JsonValue {
  return {
    on_http_request: requests,
    ...(responses.length > 0 && { on_http_response: responses }),
  };
}
