import { nearMiss, suggestion } from "../../text/nearest.ts";
import { enumerated } from "../../text/sentences.ts";
import { shortened } from "../../text/shown.ts";
import {
  formatEndpointUrl,
  isInternalHost,
  parseEndpointUrl,
  type EndpointUrl,
} from "../endpoint-url.ts";
import { internalIn, isForward, type Forward } from "../forwards.ts";
import type { Site, SiteEndpoint } from "../site.ts";
import type { SiteFinding } from "./finding.ts";

/** A mistake in the target of a forward, or of a request to an internal endpoint. */
export interface TargetFinding {
  readonly forward: Forward;
  readonly finding: SiteFinding;
}

/** Finds forwards, and requests to internal endpoints, whose target is not one. */
export function targetFindings(forwards: readonly Forward[], site: Site): readonly TargetFinding[] {
  return forwards.flatMap((forward) => {
    const { urls } = forward;
    const findings =
      urls === undefined
        ? patternFindings(forward, site)
        : urls.flatMap((url) => urlFindings(url, forward, site));
    return [...pathFinding(forward), ...findings].map((finding) => ({ forward, finding }));
  });
}

function pathFinding({ action, rest }: Forward): SiteFinding[] {
  if (!isForward(action) || rest === "" || rest === "/") return [];
  return [
    {
      rule: "target-url",
      severity: "warning",
      message: `The URL of "${action.type}" has "${shortened(rest)}" behind the host: it names an endpoint, which has no path.`,
      help: "Remove it; the request keeps its own path, which url-rewrite changes.",
    },
  ];
}

function urlFindings(text: string, forward: Forward, site: Site): SiteFinding[] {
  const url = parseEndpointUrl(text);
  // What is no URL at all is reported by lint.
  if (url === undefined) return text.includes("://") ? [notOfEndpoint(text)] : [];
  const shown = formatEndpointUrl(url);
  if (!isInternalHost(url.host)) {
    return isForward(forward.action) ? [notInternal(url, shown, site)] : [];
  }
  if (url.port === undefined) return [withoutPort(url, shown, site)];
  const { endpoints, unsure } = site.receiving(url, "internal");
  const [first] = endpoints;
  if (first === undefined) {
    // One with another binding is reported itself.
    const isThere = site.endpoints.some((one) => formatEndpointUrl(one.url) === shown);
    // So is one that lacks its port.
    const lacksPort = internalIn(site).some(
      (one) => formatEndpointUrl(one.url) === `${url.scheme}://${url.host}` && !one.url.port,
    );
    return isThere || lacksPort ? [] : [unknownTarget(url, shown, site)];
  }
  if (unsure === "scheme") {
    return [
      {
        rule: "other-scheme",
        severity: "warning",
        message: `No endpoint has the URL ${shown}, but there is ${formatEndpointUrl(first.url)}. The documentation does not say whether one is found by the other's scheme.`,
        help: `Write ${formatEndpointUrl(first.url)}.`,
        related: [["The endpoint is here.", first]],
      },
    ];
  }
  if (unsure !== "wildcard") return [];
  return [
    {
      rule: "wildcard-target",
      severity: "info",
      message: `Only ${formatEndpointUrl(first.url)} can receive what goes to ${shown}. The documentation does not say whether a forward finds an endpoint by its wildcard.`,
      help: "Try it, or add an endpoint with this very host.",
      related: [["The endpoint is here.", first]],
    },
  ];
}

function notOfEndpoint(text: string): SiteFinding {
  return {
    rule: "target-url",
    severity: "error",
    message: `"${shortened(text)}" cannot be the URL of an endpoint.`,
    help: "Write http, https, tls or tcp, a host, and a port up to 65535.",
  };
}

function notInternal({ scheme, host, port }: EndpointUrl, shown: string, site: Site): SiteFinding {
  const same = site.endpoints.find(({ url }) => formatEndpointUrl(url) === shown);
  const known = internalIn(site).find(({ url }) => url.host === `${host}.internal`);
  const meant = known && formatEndpointUrl({ ...known.url });
  return {
    rule: "not-internal",
    severity: "error",
    message:
      same === undefined
        ? `${shown} is not internal: a forward reaches only endpoints whose host ends in .internal.`
        : `${shown} has the binding ${same.binding}: a forward reaches only internal endpoints, whose host ends in .internal.`,
    help:
      suggestion(meant) ??
      `Give the endpoint a URL like ${formatEndpointUrl({ scheme, host: `${host.split(".")[0] ?? host}.internal`, ...(port !== undefined && { port }) })}.`,
    ...(same && { related: [["The endpoint is here.", same]] as const }),
  };
}

function withoutPort({ scheme, host }: EndpointUrl, shown: string, site: Site): SiteFinding {
  const alike = internalIn(site).filter(({ url }) => url.scheme === scheme && url.host === host);
  const ports = alike.flatMap(({ url }) => url.port ?? []);
  const [port = 5432] = ports;
  return {
    rule: "target-url",
    severity: "error",
    message: `${shown} has no port, which a URL for ${scheme} has to name.`,
    help: `Write ${shown}:${port}${ports.length === 0 ? ", with the port of the endpoint" : ""}.`,
    related: alike.map((one) => ["The endpoint is here.", one] as const),
  };
}

function unknownTarget(url: EndpointUrl, shown: string, site: Site): SiteFinding {
  const internal = internalIn(site);
  const alike = internal.filter((one) => one.url.host === url.host);
  const otherPort = alike.filter((one) => one.url.scheme === url.scheme);
  if (otherPort.length > 0) return elsewhere("other-port", shown, otherPort);
  if (alike.length > 0) return elsewhere("other-scheme", shown, alike);
  const meant = meantEndpoint(url, internal);
  const missing = `No internal endpoint has the URL ${shown}.`;
  if (meant !== undefined) {
    return {
      rule: "unknown-target",
      severity: "error",
      message: missing,
      help: `${suggestion(formatEndpointUrl(meant.url))}`,
      related: [["The endpoint with a name like this is here.", meant]],
    };
  }
  return {
    rule: "unknown-target",
    severity: "warning",
    message: missing,
    help: "Correct the URL, or add the file of the endpoint; one that is started elsewhere is not known here.",
  };
}

function elsewhere(rule: string, shown: string, others: readonly SiteEndpoint[]): SiteFinding {
  const urls = [...new Set(others.map(({ url }) => formatEndpointUrl(url)))];
  return {
    rule,
    severity: "error",
    message: `No internal endpoint has the URL ${shown}: ${urls.length === 1 ? "there is only" : "there are only"} ${enumerated(urls)}.`,
    help: `Write ${enumerated(urls, "or")}.`,
    related: others.map((one) => ["An endpoint is here.", one] as const),
  };
}

/** The endpoint that a misspelt host means: some letters differ, or a word before or behind it is missing. */
function meantEndpoint(
  { host, scheme }: EndpointUrl,
  internal: readonly SiteEndpoint[],
): SiteEndpoint | undefined {
  const all = internal.map(({ url }) => url.host).filter(isInternalHost);
  const hosts = [...new Set(all)];
  const longer = hosts.filter((one) => isPart(host, one) || isPart(one, host));
  const meant = nearMiss(host, hosts) ?? (longer.length === 1 ? longer[0] : undefined);
  const found = internal.filter(({ url }) => url.host === meant);
  return found.find(({ url }) => url.scheme === scheme) ?? found[0];
}

/** True when a name has all words of another one, and more before or behind them. */
function isPart(host: string, longer: string): boolean {
  const [name, other] = [host, longer].map((one) => one.replace(/\.internal$/, "").split(/[-.]/));
  if (name === undefined || other === undefined || name.length >= other.length) return false;
  const has = (from: number): boolean => name.every((word, index) => other[from + index] === word);
  return has(0) || has(other.length - name.length);
}

function patternFindings({ action, pattern }: Forward, site: Site): SiteFinding[] {
  const { text } = pattern;
  if (pattern.isElsewhere) {
    if (!isForward(action)) return [];
    return [
      {
        rule: "not-internal",
        severity: "error",
        message: `${text} is not internal: a forward reaches only endpoints whose host ends in .internal.`,
        help: "Let the URL end in .internal.",
      },
    ];
  }
  const internal = internalIn(site);
  if (internal.some(({ url }) => pattern.matches(url))) return [];
  const others = internal.filter(({ url }) => pattern.matches(withOtherScheme(url)));
  const [other] = others;
  if (other !== undefined) {
    return [
      {
        rule: "other-scheme",
        severity: "warning",
        message: `No internal endpoint has a URL like ${text}, but there is ${formatEndpointUrl(other.url)}. The documentation does not say whether one is found by the other's scheme.`,
        help: `Write ${other.url.scheme}://.`,
        related: others.map((one) => ["An endpoint is here.", one] as const),
      },
    ];
  }
  return [
    {
      rule: "unknown-target",
      severity: "warning",
      message: `No internal endpoint has a URL like ${text}.`,
      help: "Correct the URL, or add the files of the endpoints; those that are started elsewhere are not known here.",
    },
  ];
}

function withOtherScheme(url: EndpointUrl): EndpointUrl {
  if (url.scheme === "http")
    return { ...url, scheme: "https", port: url.port === 80 ? 443 : (url.port ?? 443) };
  if (url.scheme === "https")
    return { ...url, scheme: "http", port: url.port === 443 ? 80 : (url.port ?? 80) };
  return url;
}
