import type {
  Answer,
  Body,
  Dependence,
  Exchange,
  HeaderRecord,
  Outcome,
  PossibleOutcomes,
} from "@traffic-policy/policy-engine";
import {
  casesText,
  dependenceText,
  endingText,
  headerChanges,
  notSimulatedText,
  optionText,
  shownText,
  shownValue,
  textOf,
  withoutResponse,
  type HeaderChange,
} from "@traffic-policy/policy-engine/report";
import { type PolicySource } from "@traffic-policy/policy-language";
import { printable } from "@traffic-policy/policy-language/internal";
import { placeIn } from "@traffic-policy/project";
import type { Style, Terminal } from "../../context.ts";
import { changeLines } from "./trace-lines.ts";

export interface OutcomeView {
  /** How long a value may be, in characters. */
  readonly limit: number;
  readonly all: boolean;
  readonly style: Style;
}

export function outcomeLines(outcome: Outcome, exchange: Exchange, view: OutcomeView): string[] {
  const { style } = view;
  const color = resultColor(outcome.result, style);
  const isHttp = exchange.request !== undefined;
  return [
    endingText(outcome, (result) => color(style.bold(result))),
    ...(isHttp
      ? [
          ...side("the upstream gets", upstreamLines(outcome, view), style),
          ...side("the client gets", clientLines(outcome, view), style),
        ]
      : []),
  ];
}

function side(title: string, lines: readonly string[], style: Style): string[] {
  return lines.map((line, index) => `  ${style.dim((index === 0 ? title : "").padEnd(19))}${line}`);
}

function upstreamLines(outcome: Outcome, view: OutcomeView): string[] {
  const { request } = outcome;
  if (request === undefined) return ["nothing"];
  const changes = headerChanges(outcome, "request-header");
  return [
    `${printable(request.method)} ${shownText(request.url, Math.max(view.limit, 200))}`,
    ...headerLines(changes, view),
    ...unchangedLines(request.headers, changes, view),
  ];
}

function clientLines(outcome: Outcome, view: OutcomeView): string[] {
  const { response, result } = outcome;
  if (response === undefined) return [withoutResponse(outcome)];
  const { status, headers, body, compression } = response;
  const compressed = compression === undefined ? [] : [`compressed with ${compression}`];
  if (result === "forwarded") {
    const changes = headerChanges(outcome, "response-header");
    return [
      `${status} from the upstream`,
      ...headerLines(changes, view),
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

function headerLines(changes: readonly HeaderChange[], { limit, style }: OutcomeView): string[] {
  return changes.flatMap(({ name: what, before, after }) => {
    const shown = (value: HeaderChange["before"]): string => shownText(textOf(value), limit);
    const sides = {
      ...(before !== null && { before: shown(before) }),
      ...(after !== null && { after: shown(after) }),
    };
    return changeLines({ what, ...sides }, style);
  });
}

export function possibleLines({ possible, isComplete }: PossibleOutcomes, style: Style): string[] {
  if (possible.length === 1 && isComplete) return [];
  return [
    `${style.bold(style.yellow("depends"))} on what only the service knows`,
    ...possible.flatMap(({ outcome, when }, index) => {
      return [
        `  ${index + 1}. ${resultColor(outcome.result, style)(endingText(outcome))}`,
        ...casesText(when).map((line) => `     ${printable(line)}`),
      ];
    }),
    ...(isComplete ? [] : ["  There may be other outcomes: not all answers were tried."]),
    style.dim(`  ${howToSay(possible.flatMap(({ when }) => when.flat()))}`),
  ];
}

function howToSay(asked: readonly Answer[]): string {
  const conditions = asked.filter(({ kind }) => kind !== "action").map(({ text }) => text);
  const isOther = (text: string): boolean => optionsForCalls(text).length === 0;
  const ways = [
    ...(asked.length === 0 || conditions.some(isOther) ? ["--variable NAME=VALUE"] : []),
    ...optionsForCalls(conditions.join("\n")),
    ...(conditions.length < asked.length ? ["--stub TYPE=next for an action"] : []),
  ];
  return `Say what is known: ${ways.join(", or ")}.`;
}

export function optionsForCalls(text: string): string[] {
  return [
    ...(/\bsecrets\.get\(/.test(text) ? ["--secrets FILE"] : []),
    ...(/\brand\./.test(text) ? ["--random NUMBER"] : []),
  ];
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

export function notSimulatedLines({ notSimulated }: Outcome, style: Style): string[] {
  return notSimulated.map((one) => {
    // Part of a site that is not known, which is no action.
    if (one.path === "") return `${style.yellow("not known")}  ${printable(one.message)}`;
    const help = `Set --stub ${one.type}=next, or =close, =fail or a status.`;
    return `${style.yellow("not simulated")}  ${printable(`${notSimulatedText(one)} ${help}`)}`;
  });
}

export function dependenceLines(
  outcome: Outcome,
  dependsOn: readonly Dependence[],
  style: Terminal["style"],
): string[] {
  if (dependsOn.length === 0) return [];
  return [
    "This depends on open questions about the service (see simulate --options):",
    ...dependsOn.map((one) => {
      const { option, value } = one;
      return `  ${style.bold(`${option}=${optionText(value)}`)}   ${dependenceText(outcome, one)}`;
    }),
  ];
}

export function resultColor(result: Outcome["result"], style: Style): (text: string) => string {
  if (result === "forwarded") return style.green;
  return result === "failed" ? style.red : style.yellow;
}
