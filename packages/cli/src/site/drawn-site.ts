import type { CompiledSite } from "@traffic-policy/policy-engine";
import {
  formatEndpointUrl,
  serverText,
  type SiteEndpoint,
} from "@traffic-policy/policy-language/internal";
import { siteForwards } from "@traffic-policy/policy-language/site";
import { isCheck } from "@traffic-policy/policy-proof";
import type { SiteReading } from "@traffic-policy/project";
import type { DrawnSite } from "@traffic-policy/report/drawing";
import { leftOutEndpoints } from "./left-out-text.ts";

/** The content of a drawing of a site, without a request. */
export async function drawnSiteOf(
  { site: { endpoints }, leftOut }: Pick<SiteReading, "leftOut" | "site">,
  site: CompiledSite,
): Promise<DrawnSite> {
  const at = (endpoint: SiteEndpoint): number => endpoints.indexOf(endpoint);
  const forwards = await siteForwards(site.site);
  return {
    endpoints: endpoints.map((endpoint) => {
      const server = serverText(endpoint);
      return {
        url: formatEndpointUrl(endpoint.url),
        isEntry: endpoint.binding !== "internal",
        checks: checksOf(endpoint, site),
        isUnread: endpoint.unread !== undefined,
        ...(server !== undefined && { server }),
      };
    }),
    forwards: forwards.map(({ from, to, ...others }) => ({
      ...others,
      from: at(from),
      to: to && at(to),
    })),
    leftOut: leftOutEndpoints(leftOut).length,
  };
}

function checksOf(endpoint: SiteEndpoint, site: CompiledSite): readonly string[] {
  const { sections, dialect } = site.policyOf(endpoint);
  const actions = sections.flatMap(({ rules }) => rules.flatMap((rule) => rule.actions));
  return [...new Set(actions.filter((one) => isCheck(one, dialect)).map(({ type }) => type))];
}
