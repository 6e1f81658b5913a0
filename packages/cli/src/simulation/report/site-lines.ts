import type { Exchange, Hop, PossibleOutcome, SiteOutcome } from "@traffic-policy/policy-engine";
import { endpointText } from "@traffic-policy/policy-engine/internal";
import {
  endingText,
  exchangeTitle,
  resultText,
  shownText,
  titleOf,
} from "@traffic-policy/policy-engine/report";
import { printable, serverText } from "@traffic-policy/policy-language/internal";
import type { Style } from "../../context.ts";
import type { SiteSimulation } from "../site-simulation.ts";
import {
  dependenceLines,
  errorLines,
  logLines,
  notSimulatedLines,
  outcomeLines,
  possibleLines,
  resultColor,
} from "./outcome-lines.ts";
import { traceLines, type TraceLinesView } from "./trace-lines.ts";

/** The way of an exchange through a site: each endpoint with its rules, and how it ends. */
export function siteSimulationText(simulation: SiteSimulation, all: boolean, style: Style): string {
  const limits = all ? { value: 1000, expression: 1000 } : { value: 60, expression: 80 };
  const view: TraceLinesView = { limits, all, style };
  const { asked, exchange, possible, leftOut } = simulation;
  const lines = [
    style.bold(shownText(titleOf(asked, exchange), Math.max(limits.value, 200))),
    ...possibleLines(simulation, style).map((line, index) => (index === 0 ? `\n${line}` : line)),
    ...possible.flatMap((one, index) => [
      ...(possible.length === 1
        ? []
        : ["", style.bold(`${index + 1}. ${resultText(one.outcome)}`)]),
      ...wayLines(one, view),
    ]),
    ...(leftOut === undefined ? [] : [`${style.yellow("unknown")}  ${printable(leftOut)}`]),
  ];
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

function wayLines(
  { outcome, dependsOn }: PossibleOutcome<SiteOutcome>,
  view: TraceLinesView,
): string[] {
  const { hops } = outcome;
  const { style, limits, all } = view;
  const [first] = hops;
  return [
    ...hops.flatMap((hop, index) => hopLines(hop, index + 1, view)),
    "",
    ...(first === undefined
      ? []
      : outcomeLines(endOf(outcome), first.exchange, { limit: limits.value, all, style })),
    ...logLines(outcome, Math.max(limits.value, 200), style),
    ...notSimulatedLines(outcome, style),
    ...dependenceLines(outcome, dependsOn, style),
  ];
}

/** Why an outcome of a site is as it is: each endpoint on the way with the rules that ran there. */
export function siteWhyLines(
  label: string,
  { exchange, outcome }: { readonly exchange: Exchange; readonly outcome: SiteOutcome },
  style: Style,
): string[] {
  const view: TraceLinesView = { limits: { value: 60, expression: 80 }, all: false, style };
  return [
    `${style.bold(label)}  ${exchangeTitle(exchange)}: ${resultText(outcome)}`,
    ...outcome.hops.flatMap((hop, index) =>
      hopLines(hop, index + 1, view).flatMap((line) => (line === "" ? [] : [`  ${line}`])),
    ),
  ];
}

/** The outcome with the changes of all endpoints, the way that the exchange took. */
function endOf(outcome: SiteOutcome): SiteOutcome {
  const rules = outcome.hops.flatMap((hop) => hop.outcome.trace?.rules ?? []);
  const ended = outcome.hops.find((hop) => hop.outcome.result !== "forwarded");
  return {
    ...outcome,
    ...(ended && { directions: ended.outcome.directions }),
    trace: { rules },
  };
}

function hopLines(
  { endpoint, policy, outcome }: Hop,
  number: number,
  view: TraceLinesView,
): string[] {
  const { style } = view;
  const { policy: source } = endpoint;
  const title = style.bold(printable(`${number}. ${endpointText(endpoint)}`));
  const end = resultColor(outcome.result, style)(printable(endOfHop({ endpoint, outcome })));
  if (source === undefined) {
    const why =
      endpoint.unread === undefined ? "no policy" : `policy not known: ${endpoint.unread}`;
    return ["", `${title}  ${style.dim(why)}`, `  ${end}`];
  }
  return [
    "",
    title,
    ...traceLines(outcome, { policy, source }, view).map((line) => `  ${line}`),
    ...errorLines(outcome, source, style).map((line) => `  ${line}`),
    `  ${end}`,
  ];
}

function endOfHop({ endpoint, outcome }: Pick<Hop, "endpoint" | "outcome">): string {
  if (outcome.result !== "forwarded" || outcome.forwardedTo !== undefined)
    return endingText(outcome);
  if (endpoint.kind === "cloud") {
    return "no rule ends it, and a cloud endpoint has no server: it fails (ERR_NGROK_6029)";
  }
  const server = serverText(endpoint);
  return `forwarded to its server${server === undefined ? "" : ` ${server}`}`;
}
