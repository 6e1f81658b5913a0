import { counted, shortened } from "@traffic-policy/policy-language/internal";
import { checkLimits, flowchart, label } from "./mermaid-text.ts";

/** An endpoint in the drawing of a site. */
export interface DrawnEndpoint {
  readonly url: string;
  /** True when clients reach it. */
  readonly isEntry: boolean;
  /** The types of the checks in its policy. */
  readonly checks: readonly string[];
  /** The server behind it, as it is shown. */
  readonly server?: string;
  /** True when its policy is not known. */
  readonly isUnread: boolean;
}

/** A forward in the drawing of a site; endpoints are indexes. */
export interface DrawnForward {
  readonly from: number;
  /** Undefined for a URL that no endpoint of the site has. */
  readonly to: number | undefined;
  readonly url: string;
  /** The name of its rule. */
  readonly rule?: string;
}

/** The endpoints of a site, the forwards between them, and perhaps the way of a request. */
export interface DrawnSite {
  readonly endpoints: readonly DrawnEndpoint[];
  readonly forwards: readonly DrawnForward[];
  /** How many others there are at least, which could not be read. */
  readonly leftOut: number;
  /** The endpoints on the way of a request, as indexes. */
  readonly way?: { readonly hops: readonly number[]; readonly reachesServer: boolean };
}

const longest = 60;

/**
 * A site as a flowchart of Mermaid: endpoints with their checks, servers, and the forwards between them.
 *
 * @throws DrawingError for more than Mermaid draws
 */
export function siteMermaid({ endpoints, forwards, leftOut, way }: DrawnSite): string {
  const hops = way?.hops ?? [];
  const edges: string[] = [];
  const lit: number[] = [];
  const isStep = ({ from, to }: DrawnForward): boolean =>
    hops.some((hop, index) => hop === from && to !== undefined && hops[index + 1] === to);
  const nodes = endpoints.map(({ url, isEntry, checks, isUnread }, index) => {
    const more = isUnread ? ["policy not known"] : checks.map((type) => `✓ ${type}`);
    const text = label([url, ...more]);
    return `e${index}${isEntry ? `([${text}])` : `[${text}]`}`;
  });
  const missing = [...new Set(forwards.flatMap(({ to, url }) => (to === undefined ? [url] : [])))];
  for (const forward of forwards) {
    const { from, to, url, rule } = forward;
    const target = to === undefined ? `x${missing.indexOf(url)}` : `e${to}`;
    const words = rule === undefined ? "" : `|${label([shortened(rule, longest)])}|`;
    if (isStep(forward)) lit.push(edges.length);
    edges.push(`e${from} ${to === undefined ? "-.->" : "-->"}${words} ${target}`);
  }
  for (const [index, { server }] of endpoints.entries()) {
    if (server === undefined) continue;
    if (way?.reachesServer === true && hops.at(-1) === index) lit.push(edges.length);
    edges.push(`e${index} --> s${index}`);
  }
  const servers = endpoints.flatMap(({ server }, index) =>
    server === undefined ? [] : [`s${index}[(${label([server])})]`],
  );
  const unknown = [
    ...missing.map((url) => [url, "not in the site"]),
    ...(leftOut > 0 ? [[`At least ${counted(leftOut, "endpoint")} left out`]] : []),
  ].map((words, index) => `x${index}[${label(words)}]`);
  const text = flowchart({
    direction: "LR",
    title: "Endpoints and the forwards between them",
    lines: [...nodes, ...servers, ...unknown, ...edges].map((line) => `  ${line}`),
    styles:
      unknown.length === 0
        ? []
        : [
            "  classDef missing stroke:#e5534b,stroke-width:2px,stroke-dasharray:4 3",
            `  class ${unknown.map((_words, index) => `x${index}`).join(",")} missing`,
          ],
    lit,
  });
  checkLimits(edges.length, text, "Name the files of fewer endpoints.");
  return text;
}
