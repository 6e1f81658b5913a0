import { parseEndpointUrl, type EndpointUrl } from "@traffic-policy/policy-language/internal";

/** The URL of an endpoint that can be served: its port is known. */
export type ServedUrl = EndpointUrl & Required<Pick<EndpointUrl, "port">>;

/** Parses the URL of an endpoint; undefined for anything else, and without a port that its scheme has to name. */
export function parseServedUrl(url: string): ServedUrl | undefined {
  const parsed = parseEndpointUrl(url);
  return parsed?.port === undefined ? undefined : { ...parsed, port: parsed.port };
}

export function hostportOf({ host, port }: ServedUrl): string {
  return `${host}:${port}`;
}
