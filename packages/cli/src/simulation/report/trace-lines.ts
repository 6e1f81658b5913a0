import type {
  RuleTrace,
  ExpressionTrace,
  OperandTrace,
  ActionTrace,
  Change,
} from "@traffic-policy/policy-engine";
import {
  actionWords,
  changedPart,
  evaluationReason,
  ruleName,
  ruleWords,
  shownText,
  textOf,
} from "@traffic-policy/policy-engine/report";
import { type PolicySource } from "@traffic-policy/policy-language";
import { printable } from "@traffic-policy/policy-language/internal";
import type { Style } from "../../context.ts";

export function ruleLines(rule: RuleTrace, source: PolicySource, view: ExpressionView): string[] {
  const { style, limits } = view;
  const color = colors[rule.result];
  const name = shownText(ruleName(rule), limits.value);
  const head = `${style[color](ruleWords[rule.result].padEnd(width))}  ${style.bold(name)}  ${style.dim(placeOf(rule.path, source))}`;
  return [head, ...partsOf(rule, view).map((line) => `${" ".repeat(width + 2)}${line}`)];
}

const colors: Readonly<Record<RuleTrace["result"], "green" | "dim" | "red">> = {
  matched: "green",
  "not-matched": "dim",
  failed: "red",
  skipped: "dim",
};

const width = ruleWords["not-matched"].length;

function partsOf(rule: RuleTrace, view: ExpressionView): string[] {
  const { result, expressions, actions } = rule;
  if (result === "skipped" && !view.all) return [];
  // Of a rule that does not match, the first expression that is not true is the whole reason.
  const isReason = ({ state, ...of }: RuleTrace["expressions"][number]): boolean =>
    state === "error" || (state === "value" && "value" in of && of.value !== true);
  const matched = actions.some((action) => action.result !== "skipped");
  const shown = view.all || matched ? expressions : expressions.filter(isReason);
  const done = view.all ? actions : actions.filter((action) => action.result !== "skipped");
  return [
    ...shown.flatMap((expression) => expressionLines(expression, view)),
    ...done.flatMap((action) => actionLines(action, view.limits.value, view.style)),
  ];
}

function placeOf(path: string, source: PolicySource): string {
  const start = source.locate(path)?.start;
  return printable(start === undefined ? source.file : `${source.file}:${start.line}`);
}

export interface ExpressionView {
  readonly limits: Limits;
  readonly all: boolean;
  readonly style: Style;
}

function expressionLines(trace: ExpressionTrace, view: ExpressionView): string[] {
  const { operand, text } = trace;
  if (operand === undefined) return [expressionLine(text, trace, view)];
  return operandLines(operand, text, text, view);
}

function operandLines(
  operand: OperandTrace,
  text: string,
  shown: string,
  view: ExpressionView,
): string[] {
  const { operands = [] } = operand;
  const isOpen = view.all || operand.state !== "skipped";
  const below = isOpen ? operands.filter(({ decided }) => view.all || decided === true) : [];
  return [
    expressionLine(shown, operand, view),
    ...below
      .flatMap((one) =>
        operandLines(one, text, one.span ? text.slice(one.span.start, one.span.end) : text, view),
      )
      .map((one) => `  ${one}`),
  ];
}

function expressionLine(
  text: string,
  trace: ExpressionTrace | OperandTrace,
  { limits, style }: ExpressionView,
): string {
  const [sign, color] = signOf(trace, style);
  const because = becauseOf(text, trace, limits.value, style);
  return `${color(sign)} ${color(shownText(text, limits.expression))}${because === "" ? "" : `   ${because}`}`;
}

function becauseOf(
  shown: string,
  trace: ExpressionTrace | OperandTrace,
  limit: number,
  style: Style,
): string {
  const { text, kind } = evaluationReason(shown, trace, limit);
  if (text === "") return "";
  return kind === "error" ? style.red(printable(text)) : style.dim(printable(text));
}

function signOf(
  trace: ExpressionTrace | OperandTrace,
  style: Style,
): [sign: string, color: (text: string) => string] {
  if (trace.state === "error") return ["!", style.red];
  if (trace.state === "skipped") return ["·", style.dim];
  return trace.value === false ? ["✗", style.yellow] : ["✓", style.green];
}

function actionLines(action: ActionTrace, limit: number, style: Style): string[] {
  const { type, result, changes, note } = action;
  const word = actionWords[result];
  const color = actionColors[result];
  const label = `${style.bold(printable(type))}${word === "" ? "" : ` ${style[color](word)}`}`;
  // What is not simulated is reported at the end.
  const isShown = note !== undefined && result !== "not-simulated";
  return [
    `→ ${label}${isShown ? `   ${style.dim(shownText(note, Math.max(limit, 200)))}` : ""}`,
    ...changes.flatMap((change) => changeLines(change, limit, style)).map((one) => `    ${one}`),
  ];
}

const actionColors: Readonly<Record<ActionTrace["result"], "green" | "red" | "yellow" | "dim">> = {
  done: "green",
  ended: "yellow",
  failed: "red",
  "not-simulated": "red",
  skipped: "dim",
};

function changeLines(change: Change, limit: number, style: Style): string[] {
  const { before, after } = change;
  const of = changedPart(change);
  const side = (sign: string, value: Change["before"]): string =>
    printable(`${sign} ${of}: ${shownText(textOf(value), limit)}`);
  return [
    ...(before === null ? [] : [style.red(side("-", before))]),
    ...(after === null ? [] : [style.green(side("+", after))]),
  ];
}

/** Maximum lengths of texts, in characters. */
interface Limits {
  readonly value: number;
  readonly expression: number;
}
