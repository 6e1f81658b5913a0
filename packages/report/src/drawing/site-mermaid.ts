import { shortened } from "@traffic-policy/policy-language/internal";
import { isOnWay, leftOutText, siteTitle, type DrawnSite, urlsOutside } from "./drawn-site.ts";
import { checkLimits, flowchart, label } from "./mermaid-text.ts";

const longest = 60;

/**
 * A site as a flowchart of Mermaid: endpoints with their checks, servers, and the forwards between them.
 *
 * @throws DrawingError for more than Mermaid draws
 */
export function siteMermaid(site: DrawnSite): string {
  const { endpoints, forwards, way, leftOut } = site;
  const hops = way?.hops ?? [];
  const edges: string[] = [];
  const lit: number[] = [];
  const nodes = endpoints.map(({ url, isEntry, checks, isUnread }, index) => {
    const more = isUnread ? ["policy not known"] : checks.map((type) => `✓ ${type}`);
    const text = label([url, ...more]);
    return `e${index}${isEntry ? `([${text}])` : `[${text}]`}`;
  });
  const missing = urlsOutside(site);
  for (const forward of forwards) {
    const { from, to, url, rule } = forward;
    const target = to === undefined ? `x${missing.indexOf(url)}` : `e${to}`;
    const words = rule === undefined ? "" : `|${label([shortened(rule, longest)])}|`;
    if (isOnWay(forward, site)) lit.push(edges.length);
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
    ...(leftOut > 0 ? [[leftOutText(leftOut)]] : []),
  ].map((words, index) => `x${index}[${label(words)}]`);
  const text = flowchart({
    direction: "LR",
    title: siteTitle,
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
