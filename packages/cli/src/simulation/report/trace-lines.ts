import type { CompiledPolicy, Outcome } from "@traffic-policy/policy-engine";
import {
  shownSections,
  type ShownAction,
  type ShownChange,
  type ShownSection,
  type ShownPart,
  type ShownRule,
} from "@traffic-policy/policy-engine/report";
import type { PolicySource } from "@traffic-policy/policy-language";
import { printable } from "@traffic-policy/policy-language/internal";
import type { Style } from "../../context.ts";

export interface TraceLinesView {
  /** Maximum lengths of texts, in characters. */
  readonly limits: { readonly value: number; readonly expression: number };
  readonly all: boolean;
  readonly style: Style;
}

type Place = string;

/** The rules of all directions as lines, with what came of them. */
export function traceLines(
  outcome: Outcome,
  { policy, source }: { readonly policy: CompiledPolicy; readonly source: PolicySource },
  view: TraceLinesView,
): string[] {
  const { value, expression } = view.limits;
  const limits = { name: value, expression, value, note: Math.max(value, 200) };
  const placed = (path: string, span?: object): { readonly place?: Place } =>
    span === undefined ? { place: placeOf(path, source) } : {};
  return shownSections(outcome, policy, { limits, placed }).flatMap((one) =>
    sectionLines(one, view),
  );
}

function placeOf(path: string, source: PolicySource): string {
  const start = source.locate(path)?.start;
  return printable(start === undefined ? source.file : `${source.file}:${start.line}`);
}

function sectionLines(
  { direction, result, rules }: ShownSection<Place>,
  view: TraceLinesView,
): string[] {
  const { style, all } = view;
  if (rules.length === 0) return [];
  if (result === "skipped" && !all) return [`${direction}   ${style.dim("not reached")}`];
  const shown = all ? rules : rules.filter((rule) => rule.result !== "skipped");
  const left = rules.length - shown.length;
  return [
    direction,
    ...shown.flatMap((rule) => ruleLines(rule, view)).map((line) => `  ${line}`),
    ...(left === 0 ? [] : [`  ${style.dim(`not reached  ${left} more`)}`]),
  ];
}

const width = "not matched".length;

const ruleColors = {
  matched: "green",
  "not-matched": "dim",
  failed: "red",
  skipped: "dim",
} as const;

function ruleLines(rule: ShownRule<Place>, view: TraceLinesView): string[] {
  const { style } = view;
  const { name, result, word, place = "" } = rule;
  const head = `${style[ruleColors[result]](word.padEnd(width))}  ${style.bold(name)}  ${style.dim(place)}`;
  return [head, ...partsOf(rule, view).map((line) => `${" ".repeat(width + 2)}${line}`)];
}

function partsOf({ result, expressions, actions }: ShownRule<Place>, view: TraceLinesView) {
  const { all, style } = view;
  if (result === "skipped" && !all) return [];
  const done = all ? actions : actions.filter((action) => action.result !== "skipped");
  const matched = actions.some((action) => action.result !== "skipped");
  // Of a rule that does not match, the first expression that is not true is the whole reason.
  const shown = all || matched ? expressions : expressions.filter(isReason);
  return [
    ...shown.flatMap((part) => partLines(part, view)),
    ...done.flatMap((action) => actionLines(action, style)),
  ];
}

function isReason({ state }: ShownPart<Place>): boolean {
  return state !== "true" && state !== "skipped";
}

function partLines(part: ShownPart<Place>, view: TraceLinesView): string[] {
  const { state, operands } = part;
  const isOpen = view.all || state !== "skipped";
  const below = isOpen ? operands.filter(({ decided }) => view.all || decided) : [];
  return [
    partLine(part, view.style),
    ...below.flatMap((one) => partLines(one, view)).map((line) => `  ${line}`),
  ];
}

const signs = {
  true: ["✓", "green"],
  value: ["✓", "green"],
  false: ["✗", "yellow"],
  error: ["!", "red"],
  skipped: ["·", "dim"],
} as const;

function partLine({ text, state, because }: ShownPart<Place>, style: Style): string {
  const [sign, color] = signs[state];
  const head = `${style[color](sign)} ${style[color](text)}`;
  if (because === "") return head;
  return `${head}   ${style[state === "error" ? "red" : "dim"](printable(because))}`;
}

const actionColors = {
  done: "green",
  ended: "yellow",
  failed: "red",
  "not-simulated": "red",
  skipped: "dim",
} as const;

function actionLines(action: ShownAction<Place>, style: Style): string[] {
  const { type, result, word, note, changes } = action;
  const label = `${style.bold(printable(type))}${word === "" ? "" : ` ${style[actionColors[result]](word)}`}`;
  return [
    `→ ${label}${note === undefined ? "" : `   ${style.dim(note)}`}`,
    ...changes.flatMap((change) => changeLines(change, style)).map((line) => `    ${line}`),
  ];
}

/** Formats the values before and after a change. */
export function changeLines({ what, before, after }: ShownChange, style: Style): string[] {
  return [
    ...(before === undefined ? [] : [style.red(printable(`- ${what}: ${before}`))]),
    ...(after === undefined ? [] : [style.green(printable(`+ ${what}: ${after}`))]),
  ];
}
