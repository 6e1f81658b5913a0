import { getOrAdd } from "../../bounded-map.ts";
import type { Diagnostic } from "../../diagnostic.ts";
import { formatEndpointUrl, isInternalHost, withUsualPort } from "../endpoint-url.ts";
import { targetsOf, type Forward } from "../forwards.ts";
import type { Site, SiteEndpoint } from "../site.ts";
import { atEndpoint, type SiteFinding } from "./finding.ts";

/** Finds what is wrong with endpoints, whatever their policies do. */
export function endpointDefects(site: Site): readonly Diagnostic[] {
  return site.endpoints.flatMap((endpoint) =>
    [...urlFindings(endpoint), ...bindingFindings(endpoint), ...policyFindings(endpoint)].map(
      (one) => atEndpoint(endpoint, one),
    ),
  );
}

// Sources: facts/phases/site.md, "Types and bindings" and "Which endpoint receives".
function urlFindings({ url, binding }: SiteEndpoint): SiteFinding[] {
  const { scheme, host, port } = url;
  const shown = formatEndpointUrl(url);
  const findings: SiteFinding[] = [];
  if (port === undefined) {
    findings.push({
      rule: "endpoint-url",
      severity: "error",
      message: `${shown} has no port, which an endpoint for ${scheme} has to name.`,
      help: `Write ${shown}:5432, with the port that clients use.`,
    });
  }
  if (host.slice(host.startsWith("*.") ? 2 : 0).includes("*")) {
    findings.push({
      rule: "endpoint-url",
      severity: "error",
      message: `${shown} has a * that is not its whole first label.`,
      help: "A wildcard stands alone before the first dot, as in *.shop.example.",
    });
  }
  if (binding !== "internal") return findings;
  const labels = host.split(".").length - 1;
  if (labels > 4) {
    const isSure = labels > 5;
    findings.push({
      rule: "endpoint-url",
      severity: isSure ? "error" : "warning",
      message: isSure
        ? `${host} has ${labels} labels before .internal, and at most five are allowed.`
        : `${host} has ${labels} labels before .internal; the documentation allows five of them in one place, and five with .internal in another.`,
      help: "Use a shorter name.",
    });
  }
  return findings;
}

function bindingFindings({ url, binding }: SiteEndpoint): SiteFinding[] {
  const { scheme, host } = url;
  const isInternal = isInternalHost(host);
  if (isInternal && binding !== "internal") {
    return [
      {
        rule: "binding",
        severity: "error",
        message: `${host} ends in .internal, and the endpoint has the binding ${binding}.`,
        help: "Remove the binding, or give the endpoint a host that its clients can reach.",
      },
    ];
  }
  if (!isInternal && binding === "internal") {
    return [
      {
        rule: "binding",
        severity: "error",
        message: `The endpoint has the binding internal, and ${host} does not end in .internal (ERR_NGROK_9029).`,
        help: `Write ${host.split(".")[0] ?? host}.internal, or remove the binding.`,
      },
    ];
  }
  if (binding !== "kubernetes") return [];
  if (host.split(".").length !== 2 || host.includes("*")) {
    return [
      {
        rule: "binding",
        severity: "error",
        message: `${host} is not the host of an endpoint with the binding kubernetes, which is the name and the namespace of a service.`,
        help: "Write two labels, as in orders.shop.",
      },
    ];
  }
  if (scheme === "http" || scheme === "tcp") return [];
  return [
    {
      rule: "binding",
      severity: "warning",
      message: `The documentation does not say clearly whether an endpoint with the binding kubernetes can be for ${scheme}.`,
      help: "Use http or tcp.",
    },
  ];
}

function policyFindings({ kind, policy, unread, url }: SiteEndpoint): SiteFinding[] {
  if (kind === "agent" || policy !== undefined || unread !== undefined) return [];
  return [
    {
      rule: "no-policy",
      severity: "error",
      message: `The cloud endpoint ${formatEndpointUrl(url)} has no policy: nothing answers its traffic, and the service refuses it.`,
      help: "Add a policy that ends in an action such as forward-internal.",
    },
  ];
}

/** Finds endpoints with one URL that do not form a pool. */
export function poolDefects({ endpoints }: Site): readonly Diagnostic[] {
  const byUrl = new Map<string, SiteEndpoint[]>();
  for (const one of endpoints) getOrAdd(byUrl, formatEndpointUrl(one.url), () => []).push(one);
  return [...byUrl].flatMap(([url, alike]) => {
    const [first, ...others] = alike;
    if (first === undefined || others.length === 0) return [];
    const alone = alike.find(({ isPooled }) => !isPooled);
    const isMixed = alike.some(({ binding }) => binding !== first.binding);
    if (alone === undefined && !isMixed) return [];
    const at = alone ?? first;
    const related = alike
      .filter((one) => one !== at)
      .map((one) => [`${one.name} has the same URL.`, one] as const);
    const finding: SiteFinding = isMixed
      ? {
          rule: "pooling",
          severity: "warning",
          message: `${url} is the URL of ${alike.length} endpoints with different bindings, which form no pool.`,
          help: "Give each binding a URL of its own.",
          related,
        }
      : {
          rule: "pooling",
          severity: "error",
          message: `${url} is the URL of ${alike.length} endpoints, and ${at.name} does not allow pooling: the service refuses the second one.`,
          help: "Enable pooling at all of them, or give each a URL of its own.",
          related,
        };
    return [atEndpoint(at, finding)];
  });
}

/**
 * Finds internal endpoints that nothing forwards to.
 *
 * @param meant - those that a forward with a mistake in its URL means
 */
export function unusedDefects(
  site: Site,
  forwards: readonly Forward[],
  meant: readonly SiteEndpoint[],
): readonly Diagnostic[] {
  const named = forwards.flatMap((forward) => targetsOf(forward, site));
  const reached = new Set([...named.flatMap(({ endpoints }) => endpoints), ...meant]);
  // A policy that is not known may forward to any of them.
  if (site.endpoints.some(({ unread }) => unread !== undefined)) return [];
  const others = site.endpoints.filter((one) => one.binding === "internal" && !reached.has(one));
  if (others.length === 0) return [];
  // Other actions than forwards have URLs of servers, too.
  const texts = site.endpoints.map(({ policy }) => JSON.stringify(policy?.document ?? null));
  const isNamed = ({ url }: SiteEndpoint): boolean => texts.some((text) => text.includes(url.host));
  return others
    .filter((one) => !isNamed(one))
    .map((endpoint) =>
      atEndpoint(endpoint, {
        rule: "unused-endpoint",
        severity: "info",
        message: `Nothing in this site forwards to ${formatEndpointUrl(endpoint.url)}.`,
        help: "Remove it, or add the files of the endpoints that forward to it.",
      }),
    );
}

/** Finds hosts whose other scheme goes to a wildcard, although they have an endpoint of their own. */
export function shadowedDefects(site: Site): readonly Diagnostic[] {
  return site.endpoints.flatMap((endpoint) => {
    const { url, binding } = endpoint;
    const other = ({ http: "https", https: "http" } as const)[url.scheme as "http" | "https"];
    if (other === undefined || binding !== "public" || url.host.includes("*")) return [];
    const asked = withUsualPort({ scheme: other, host: url.host });
    const [taker] = site.receiving(asked, "public").endpoints;
    if (taker === undefined || !taker.url.host.includes("*")) return [];
    const finding: SiteFinding = {
      rule: "shadowed-host",
      severity: "info",
      message: `${formatEndpointUrl(asked)} goes to ${formatEndpointUrl(taker.url)}: ${url.host} has an endpoint for ${url.scheme} only.`,
      help: `Add an endpoint for ${other}, unless the wildcard is meant to have it.`,
      related: [["The wildcard is here.", taker]],
    };
    return [atEndpoint(endpoint, finding)];
  });
}
