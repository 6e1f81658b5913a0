import type {
  Body,
  Change,
  HeaderRecord,
  JsonLike,
  Outcome,
  Trace,
} from "@traffic-policy/policy-engine";
import type { PolicySource } from "@traffic-policy/policy-language";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import { placeIn } from "@traffic-policy/policy-module";
import type { Simulation, Dependence } from "../simulation.ts";
import type { Style, Terminal } from "../../context.ts";
import { textOf, ruleName, shownText, shownValue } from "./trace-lines.ts";

export interface OutcomeView {
  /** How long a value may be, in characters. */
  readonly limit: number;
  /** Whether headers are shown, too, that nothing changed. */
  readonly all: boolean;
  readonly style: Style;
}

/** How an exchange ends: for the upstream, and for the client. */
export function outcomeLines(
  { outcome, exchange }: Simulation,
  trace: Trace,
  view: OutcomeView,
): string[] {
  const { style } = view;
  const head = resultColor(outcome.result, style)(style.bold(resultText(outcome)));
  const by = endedBy(outcome, trace);
  const isHttp = exchange.request !== undefined;
  return [
    `${head}${by === undefined ? "" : ` by ${shownText(by, 200)}`}`,
    ...(isHttp
      ? [
          ...side("the upstream gets", upstreamLines(outcome, trace, view), style),
          ...side("the client gets", clientLines(outcome, trace, view), style),
        ]
      : []),
  ];
}

/** The action that ended processing, or the rule that failed. */
export function endedBy({ directions, result }: Outcome, { rules }: Trace): string | undefined {
  if (result === "forwarded") return undefined;
  const ended = directions.findLast((one) => one.result === "ended" || one.result === "failed");
  const path = ended?.by?.path;
  const rule =
    path === undefined
      ? rules.findLast((one) => one.result === "failed")
      : rules.find((one) => path.startsWith(`${one.path}/`));
  if (rule === undefined) return ended?.by?.type;
  const name = `${ended?.direction ?? ""} ${rule.name === undefined ? ruleName(rule) : `rule "${rule.name}"`}`;
  return ended?.by === undefined ? name : `${ended.by.type} of ${name}`;
}

function side(title: string, lines: readonly string[], style: Style): string[] {
  return lines.map((line, index) => `  ${style.dim((index === 0 ? title : "").padEnd(19))}${line}`);
}

function upstreamLines({ request }: Outcome, trace: Trace, view: OutcomeView): string[] {
  if (request === undefined) return ["nothing"];
  const changes = headerChanges(trace, "request-header");
  return [
    `${printable(request.method)} ${shownText(request.url, Math.max(view.limit, 200))}`,
    ...changeLines(changes, view),
    ...unchangedLines(request.headers, changes, view),
  ];
}

function clientLines({ response, result }: Outcome, trace: Trace, view: OutcomeView): string[] {
  if (response === undefined) {
    return ["the upstream's response, which is not given: outbound rules did not run"];
  }
  const { status, headers, body, compression } = response;
  const compressed = compression === undefined ? [] : [`compressed with ${compression}`];
  if (result === "forwarded") {
    const changes = headerChanges(trace, "response-header");
    return [
      `${status} from the upstream`,
      ...changeLines(changes, view),
      ...unchangedLines(headers, changes, view),
      ...compressed,
    ];
  }
  return [
    String(status),
    ...Object.entries(headers).map(
      ([name, values]) => `${printable(name)}: ${shownText(values.join(", "), view.limit)}`,
    ),
    ...bodyLines(body, view.limit),
    ...compressed,
  ];
}

/** The headers that nothing changed; nothing when only changes are shown. */
function unchangedLines(
  headers: HeaderRecord,
  changes: readonly HeaderChange[],
  { limit, all, style }: OutcomeView,
): string[] {
  if (!all) return [];
  const changed = new Set(changes.map(({ name }) => name));
  return Object.entries(headers)
    .filter(([name]) => !changed.has(name))
    .map(([name, values]) =>
      style.dim(`  ${printable(name)}: ${shownText(values.join(", "), limit)}`),
    );
}

function bodyLines(body: Body | undefined, limit: number): string[] {
  if (body === undefined || body.length === 0) return [];
  return typeof body === "string"
    ? [`body: ${shownValue(body, limit)}`]
    : [`body: ${body.length} bytes`];
}

function changeLines(changes: readonly HeaderChange[], { limit, style }: OutcomeView): string[] {
  return changes.flatMap(({ name, before, after }) => [
    ...(before === null
      ? []
      : [style.red(`- ${printable(name)}: ${shownText(textOf(before), limit)}`)]),
    ...(after === null
      ? []
      : [style.green(`+ ${printable(name)}: ${shownText(textOf(after), limit)}`)]),
  ]);
}

export function errorLines({ errors }: Outcome, source: PolicySource, style: Style): string[] {
  return errors.map(({ path, span, message }) => {
    const place = placeIn(source, path, span);
    return `${style.red("fails")}  ${printable(`${place}: ${message}`)}`;
  });
}

export function logLines({ logs }: Outcome, limit: number, style: Style): string[] {
  return logs.map(({ metadata }) => `${style.bold("logs")}  ${shownValue(metadata, limit)}`);
}

/** What was not simulated, and how to say what it does. */
export function notSimulatedLines({ notSimulated }: Outcome, style: Style): string[] {
  return notSimulated.map(({ type, message }) => {
    const isWhole = message.includes("give a stub");
    const what = isWhole ? `"${type}":` : message;
    const help = `Set --stub ${type}=next, or =close, =fail or a status.`;
    return `${style.yellow("not simulated")}  ${printable(`${what} ${help}`)}`;
  });
}

/** How a header came to differ from what it was; `null` where there is none. */
interface HeaderChange {
  readonly name: string;
  readonly before: JsonLike;
  readonly after: JsonLike;
}

function headerChanges(
  { rules }: Trace,
  what: "request-header" | "response-header",
): HeaderChange[] {
  const changes = new Map<string, HeaderChange>();
  for (const change of rules.flatMap(({ actions }) => actions).flatMap(allChanges)) {
    const { name, before, after } = change;
    if (change.what !== what || name === undefined) continue;
    changes.set(name, { name, before: changes.get(name)?.before ?? before, after });
  }
  return [...changes.values()].filter(
    ({ before, after }) => JSON.stringify(before) !== JSON.stringify(after),
  );
}

function allChanges({ changes }: { readonly changes: readonly Change[] }): readonly Change[] {
  return changes;
}

/** What the result depends on that the documentation of the service leaves open. */
export function dependenceLines(
  outcome: Outcome,
  dependsOn: readonly Dependence[],
  style: Terminal["style"],
): string[] {
  if (dependsOn.length === 0) return [];
  return [
    "This depends on open questions about the service (see simulate --options):",
    ...dependsOn.map(({ option, value, others }) => {
      const results = others.map(
        (other) => `with ${valueText(other.value)}: ${difference(outcome, other.outcome)}`,
      );
      const text = results.length === 0 ? "with another value it may differ" : results.join(", ");
      return `  ${style.bold(`${option}=${valueText(value)}`)}   ${text}`;
    }),
  ];
}

/** A value of an option as it is written on the command line. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return shownText(value.join(","), 60);
  return shownText(typeof value === "string" ? value : JSON.stringify(value), 60);
}

/** How another outcome differs, in a few words. */
function difference(outcome: Outcome, other: Outcome): string {
  const text = resultText(other);
  if (text !== resultText(outcome)) return text;
  if (isDifferent(outcome.request, other.request)) return "the upstream gets another request";
  if (isDifferent(outcome.response, other.response)) return "the client gets another response";
  return "the logs differ";
}

function isDifferent(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

/** How an exchange ends, in a word or two: `forwarded`, `answered with 403`. */
export function resultText({ result, response }: Outcome): string {
  const status = response === undefined ? "" : ` with ${response.status}`;
  switch (result) {
    case "forwarded":
      return "forwarded";
    case "answered":
      return `answered${status}`;
    case "closed":
      return "closed";
    case "failed":
      return `failed${status}`;
  }
}

export function resultColor(result: Outcome["result"], style: Style): (text: string) => string {
  if (result === "forwarded") return style.green;
  return result === "failed" ? style.red : style.yellow;
}
