import type { Diagnostic } from "../../diagnostic.ts";
import type { Span } from "../../text/positions.ts";
import { variableNamed } from "../../expression/check/checker.ts";
import { operandsOf, type Expression } from "../../expression/tree.ts";
import type { Dialect } from "../../catalogue/dialect.ts";
import { formatEndpointUrl } from "../endpoint-url.ts";
import { treeOf, type SitePolicy } from "../site-policy.ts";
import type { Site, SiteEndpoint } from "../site.ts";
import { inPolicy, type SiteFinding } from "./finding.ts";

const hosts: ReadonlySet<string> = new Set(["req.host", "req.url.host", "endpoint.host"]);

/** Finds conditions about hosts that the endpoints of their policy do not receive. */
export function hostDefects(policies: readonly SitePolicy[], site: Site): readonly Diagnostic[] {
  return policies.flatMap((policy) => {
    // The host that a client named survives a forward.
    if (policy.endpoints.some(({ binding }) => binding === "internal")) return [];
    return policy.rules.flatMap(({ conditions }) =>
      conditions.flatMap(({ text, path }) => {
        const tree = text.includes("host") ? treeOf(text) : undefined;
        if (tree === undefined) return [];
        return wantedHosts(tree, policy.dialect).flatMap(({ host, span }) => {
          const finding = unreceived(host, policy.endpoints, site);
          return finding === undefined ? [] : [inPolicy(policy, path, finding, span)];
        });
      }),
    );
  });
}

interface WantedHost {
  readonly host: string;
  readonly span: Span | undefined;
}

/** The hosts of which one must be the request's, in the operands of `&&`. */
function wantedHosts(tree: Expression, dialect: Dialect): WantedHost[] {
  return operandsOf(tree, "&&").flatMap((node) => {
    if (node.kind !== "binary") return [];
    const { operator, left, right } = node;
    const isHost = (one: Expression): boolean => hosts.has(variableNamed(dialect, one)?.name ?? "");
    if (operator === "==") {
      return isHost(left) ? hostIn(right) : isHost(right) ? hostIn(left) : [];
    }
    return operator === "in" && isHost(left) && right.kind === "list"
      ? right.elements.flatMap(hostIn)
      : [];
  });
}

function hostIn(node: Expression): WantedHost[] {
  if (node.kind !== "literal" || node.type !== "string") return [];
  // Anything else than a host is reported by lint.
  const host = node.value.toLowerCase();
  return /^[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(host) ? [{ host, span: node.span }] : [];
}

function unreceived(
  host: string,
  endpoints: readonly SiteEndpoint[],
  site: Site,
): SiteFinding | undefined {
  const taking = endpoints.map((endpoint) => {
    const takers = site.receiving({ ...endpoint.url, host }, endpoint.binding).endpoints;
    return { endpoint, takers };
  });
  if (taking.some(({ endpoint, takers }) => takers.includes(endpoint))) return undefined;
  const [taker] = taking.flatMap(({ takers }) => takers);
  const shown = endpoints.map(({ url }) => formatEndpointUrl(url)).slice(0, 3);
  return {
    rule: "unreachable-host",
    severity: "warning",
    message:
      taker === undefined
        ? `No request for ${host} gets here: the endpoint is ${shown.join(", ")}.`
        : `No request for ${host} gets here: it goes to ${formatEndpointUrl(taker.url)}.`,
    help:
      taker === undefined
        ? "Correct the host, or add an endpoint for it."
        : "Move the rule to the policy of that endpoint.",
    ...(taker && { related: [["That endpoint is here.", taker]] as const }),
  };
}
