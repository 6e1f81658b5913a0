import { printable } from "@traffic-policy/policy-language/internal";
import type {
  Drawing,
  DrawnAction,
  DrawnEnding,
  DrawnOutcome,
  DrawnRule,
  DrawnSection,
} from "./drawing.ts";

/** Puts a text on a line, and neutralizes characters that change the look of the text around it. */
export function inLine(text: string): string {
  const lines = text.split(/[\n\r]+/);
  return printable(lines.length === 1 ? text : lines.map((line) => line.trim()).join(" "));
}

export function nameOf({ name, number }: DrawnRule): string {
  return name === undefined || name.trim() === "" ? `rule ${number}` : inLine(name);
}

/** The config of an action on a line: `status_code: 403`. */
export function configText({ fields }: DrawnAction): string {
  return inLine(fields.map(({ name, value }) => `${name}: ${value}`).join(", "));
}

const answered = { response: "answered", refusal: "refused", redirect: "redirected" } as const;

/** The endpoint that an action forwards to, without its scheme and `.internal`: `shop` for `https://shop.internal`. */
export function endpointText(url: string): string {
  const name = url
    .replace(/^[a-z][a-z\d+.-]*:\/\//i, "")
    .replace(/\.internal(?=$|[:/])/i, "")
    .replace(/\/$/, "");
  return inLine(name === "" ? url : name);
}

/** The result of an exchange that an action ends: `refused 403`, `closed`, `to shop`. */
export function endText({ ends, answer, result, forwardsTo, closes }: DrawnAction): string {
  if (ends.kind === "unknown") return result === "ended" ? "ended" : "may end";
  if (forwardsTo !== undefined) return `to ${endpointText(forwardsTo)}`;
  if (closes === true) return "closed";
  if (answer === undefined) return "ended";
  const status = answer.status === undefined ? "" : ` ${inLine(answer.status)}`;
  return `${answered[answer.kind]}${status}`;
}

/** Says whether an action ends processing, as a sentence without its end; undefined when it never does. */
export function endingText(ends: DrawnEnding): string | undefined {
  switch (ends.kind) {
    case "never":
      return undefined;
    case "always":
      return "ends processing";
    case "sometimes":
      return `ends processing when ${ends.when.replaceAll("`", "")}`;
    case "unknown":
      return inLine(ends.why);
  }
}

/** Says how a rule differs from the policy that a drawing is compared with: `changed, moved from 3`. */
export function changeText({ change, number }: DrawnRule): string | undefined {
  if (change === undefined) return undefined;
  const words = {
    added: "added",
    removed: `removed, was ${number}`,
    changed: "changed",
    moved: `moved from ${change.from ?? number}`,
  };
  return change.kinds.map((kind) => words[kind]).join(", ");
}

/** A line for each changed field: `actions[0].config.status_code: 403 → 404`; of long values, the part that differs. */
export function fieldTexts({ change }: DrawnRule): readonly string[] {
  return (change?.fields ?? []).map(({ name, before, after }) => {
    const values = differingParts(before, after).join(" → ");
    return inLine(name === "" ? values : `${name}: ${values}`);
  });
}

/** In characters, of both values together. */
const longestValues = 60;
/** In characters, on each side of what differs. */
const around = 12;

function differingParts(before: string, after: string): readonly string[] {
  if (before.length + after.length <= longestValues) return [before, after];
  const [one, other] = [[...before], [...after]];
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const from = start > around ? start - around : 0;
  const left = end > around ? end - around : 0;
  return [one, other].map((characters) => {
    const part = characters.slice(from, characters.length - left).join("");
    return `${from > 0 ? "…" : ""}${part}${left > 0 ? "…" : ""}`;
  });
}

/** Says what a drawing is compared with, and how many rules differ. */
export function comparisonText({ comparison }: Drawing): string | undefined {
  if (comparison === undefined) return undefined;
  const { title, counts } = comparison;
  const { beside, ...ofRules } = counts;
  const parts = Object.entries(ofRules).flatMap(([kind, count]) =>
    count === 0 ? [] : [`${count} ${kind}`],
  );
  const rules = parts.length === 0 ? "no rule differs" : `rules: ${parts.join(", ")}`;
  const others =
    beside === 0
      ? ""
      : `; ${beside} ${beside === 1 ? "difference" : "differences"} outside the rules`;
  return `compared with ${inLine(title)}, ${rules}${others}`;
}

export function goesOnText({ matches, ends }: DrawnRule): string | undefined {
  if (ends === "never") return undefined;
  const missed = matches === "always" ? [] : ["does not match"];
  const left = ends === "always" ? [] : ["does not end"];
  return [...missed, ...left].join(", or ");
}

export function sectionText({ isAfterUpstream, rules }: DrawnSection): string {
  const where = isAfterUpstream ? "after the upstream" : "before the upstream";
  return `${countText(rules.length)}, ${where}`;
}

export function countText(rules: number): string {
  return rules === 1 ? "1 rule" : `${rules === 0 ? "no" : rules} rules`;
}

export function beginText({ protocol }: Drawing): string {
  return protocol === "http" ? "request" : "connection";
}

export function endTexts({ protocol, outcome }: Drawing): readonly [who: string, what: string] {
  if (protocol !== "http") return ["connection", outcome?.text ?? "stays open"];
  return ["client", outcome === undefined ? "gets the response" : clientText(outcome)];
}

function clientText({ result, text, status, forwardedTo }: DrawnOutcome): string {
  if (result !== "forwarded") return text;
  const from = forwardedTo === undefined ? "the upstream" : endpointText(forwardedTo);
  return status === undefined
    ? `gets the response of ${from}, which is not given`
    : `gets ${status} from ${from}`;
}

export function upstreamName({ upstream, endpoints }: Drawing): string {
  if (endpoints.length === 0) return "upstream";
  if (upstream !== "never") return "upstream or endpoint";
  return endpoints.length === 1 ? "endpoint" : "endpoints";
}

export function upstreamText({ protocol, upstream, endpoints, outcome }: Drawing): string {
  if (upstream === "never" && endpoints.length === 0) return "is never reached";
  if (outcome === undefined) return endpoints.map(endpointText).join(", ");
  const { forwarded, forwardedTo, result } = outcome;
  const who = forwardedTo === undefined ? "" : `${endpointText(forwardedTo)} `;
  if (forwarded !== undefined) return `${who}gets ${inLine(forwarded)}`;
  const isReached = protocol !== "http" && result === "forwarded";
  return isReached ? `${who}is connected` : "is not reached";
}

/** Describes the drawing in a sentence or two, for people who cannot see it. */
export function summaryText(drawing: Drawing): string {
  const { protocol, sections, exchange, outcome } = drawing;
  const parts = sections.map(({ name, rules }) => `${name} with ${countText(rules.length)}`);
  const compared = comparisonText(drawing);
  const what = `A traffic policy for ${protocol}, in the order in which it runs: ${parts.join(", ")}.${compared === undefined ? "" : ` It is ${compared}.`}`;
  if (outcome === undefined) return what;
  const of = exchange === undefined ? "The exchange" : inLine(exchange);
  return `${what} Highlighted is the path of one exchange. ${of}: ${inLine(outcome.text)}.`;
}
