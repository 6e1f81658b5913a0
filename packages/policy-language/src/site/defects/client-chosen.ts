import type { Diagnostic } from "../../diagnostic.ts";
import { interpolations } from "../../expression/interpolation.ts";
import { childrenOf, type Expression } from "../../expression/tree.ts";
import { enumerated } from "../../text/sentences.ts";
import type { Forward } from "../forwards.ts";
import { Origins } from "../origins.ts";
import { treeOf, type SiteCondition, type SiteRule } from "../site-policy.ts";
import type { Site, SiteEndpoint } from "../site.ts";
import { inPolicy } from "./finding.ts";

/** Finds forwards whose host is made of what the client sends, with no condition that says what it may be. */
export function clientChosenDefects(
  forwards: readonly Forward[],
  site: Site,
): readonly Diagnostic[] {
  return forwards.flatMap((forward) => {
    const { policy, path, target, urls, pattern } = forward;
    if (urls !== undefined) return [];
    const origins = new Origins(policy);
    const isFree = (name: string): boolean => isSentByClient(name, policy.endpoints, site);
    const all = treesIn(target).flatMap((tree) => [...origins.namesIn(tree)]);
    const sent = [...new Set(all)].filter(isFree);
    const names = new Set(all);
    const isListed = guardsOf(forward).some((one) => lists(one, names, origins, forward.rule));
    if (sent.length === 0 || isListed) return [];
    const [first = ""] = sent;
    return [
      inPolicy(policy, path, {
        rule: "client-chosen",
        severity: "warning",
        message: `The client chooses where this goes: the host in ${pattern.text} is made of ${enumerated(sent)}, and no condition lists what it may be.`,
        help: `Add a condition to the rule that lists the values, such as ${exampleOf(first)}.`,
      }),
    ];
  });
}

function exampleOf(name: string): string {
  const value = name.endsWith("']") ? `${name}[0]` : name;
  return `${value} in ['billing', 'search']`;
}

function treesIn(text: string): readonly Expression[] {
  return interpolations(text).parts.flatMap((part) =>
    part.kind === "text" ? [] : (treeOf(part.expression) ?? []),
  );
}

const hostNames: ReadonlySet<string> = new Set([
  "req.host",
  "req.url",
  "req.url.host",
  "req.url.authority",
  "req.url.raw",
  "conn.tls.sni",
  "endpoint.host",
]);

/** True for what a client sends as it likes. Of a host without a wildcard there is no choice. */
function isSentByClient(name: string, endpoints: readonly SiteEndpoint[], site: Site): boolean {
  if (!hostNames.has(name)) return name.startsWith("req.");
  const isInner = endpoints.some(({ binding }) => binding === "internal");
  const outer = isInner
    ? site.endpoints.filter(({ binding }) => binding !== "internal")
    : endpoints;
  return outer.some(({ url }) => url.host.includes("*"));
}

/** The conditions that hold at a forward, and those of earlier rules that end what meets them. */
function guardsOf({ policy, rule }: Forward): readonly SiteCondition[] {
  const earlier: SiteRule[] = policy.rules.slice(0, policy.rules.indexOf(rule));
  return [...earlier.filter(({ ends }) => ends), rule].flatMap(({ conditions }) => conditions);
}

/** Checks whether a condition compares one of the names with fixed values or a pattern. */
function lists(
  condition: SiteCondition,
  names: ReadonlySet<string>,
  origins: Origins,
  { conditions }: SiteRule,
): boolean {
  const tree = treeOf(condition.text);
  // All values but one are left by the `!=` of the rule itself; only one by that of a rule that ends the others.
  const isOwn = conditions.includes(condition);
  return tree !== undefined && hasComparison(tree, names, origins, isOwn);
}

function hasComparison(
  node: Expression,
  names: ReadonlySet<string>,
  origins: Origins,
  isOwn: boolean,
): boolean {
  const isAbout = (one: Expression): boolean =>
    [...origins.namesIn(one)].some((name) => names.has(name));
  if (node.kind === "binary") {
    const { operator, left, right } = node;
    const isFixed = (one: Expression): boolean => !(one.kind === "literal" && one.value === "");
    const isEqual = operator === "==" || (operator === "!=" && !isOwn);
    if (isEqual && isFixed(left) && isFixed(right) && (isAbout(left) || isAbout(right)))
      return true;
    if (operator === "in" && isAbout(left)) return true;
  }
  if (node.kind === "call" && node.name === "matches" && node.target && isAbout(node.target)) {
    return true;
  }
  return childrenOf(node).some((child) => hasComparison(child, names, origins, isOwn));
}
