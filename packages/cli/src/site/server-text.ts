import type { SiteEndpoint } from "@traffic-policy/policy-language/internal";

/** The server behind an endpoint as its file writes it, without a password; undefined when it has none. */
export function serverText({ upstream }: Pick<SiteEndpoint, "upstream">): string | undefined {
  return upstream?.replace(/(?<=:\/\/)[^/?#@]*@/, "…@");
}
