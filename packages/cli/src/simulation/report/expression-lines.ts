import type { ExpressionTrace, OperandTrace } from "@traffic-policy/policy-engine";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import type { Terminal } from "../../terminal.ts";
import { shownText, type Limits } from "./shown-text.ts";
import { shownVariables } from "./shown-variables.ts";

type Style = Terminal["style"];

/** How expressions are shown. */
export interface ExpressionView {
  readonly limits: Limits;
  /** Whether operands are shown, too, that decided nothing. */
  readonly all: boolean;
  readonly style: Style;
}

/** An expression with its operands, a line each. */
export function expressionLines(trace: ExpressionTrace, view: ExpressionView): string[] {
  const { operand, text } = trace;
  if (operand === undefined) return [line(text, trace, [], view)];
  return operandLines(operand, text, text, view);
}

/** @param shown - the text of the operand; for the whole expression with parentheses around it */
function operandLines(
  operand: OperandTrace,
  text: string,
  shown: string,
  view: ExpressionView,
): string[] {
  const { kind, operands = [], variables = [] } = operand;
  const known =
    kind === "condition" && operand.state !== "skipped"
      ? shownVariables(shown, variables, view.limits.value)
      : [];
  const isOpen = view.all || operand.state !== "skipped";
  const below = isOpen ? operands.filter(({ decided }) => view.all || decided === true) : [];
  return [
    line(shown, operand, known, view),
    ...below
      .flatMap((one) =>
        operandLines(one, text, one.span ? text.slice(one.span.start, one.span.end) : text, view),
      )
      .map((one) => `  ${one}`),
  ];
}

function line(
  text: string,
  trace: ExpressionTrace | OperandTrace,
  known: readonly string[],
  { limits, style }: ExpressionView,
): string {
  const [sign, color] = signOf(trace, style);
  const because = becauseOf(trace, known, style);
  return `${color(sign)} ${color(shownText(text, limits.expression))}${because === "" ? "" : `   ${because}`}`;
}

function becauseOf(
  trace: ExpressionTrace | OperandTrace,
  known: readonly string[],
  style: Style,
): string {
  if (trace.state === "skipped") return style.dim("not evaluated");
  if (trace.state === "value") {
    const isBoolean = typeof trace.value === "boolean";
    const value = isBoolean ? [] : [`it is ${JSON.stringify(trace.value)}`];
    const why = [...value, ...known].join(", ");
    return why === "" ? "" : style.dim(printable(why));
  }
  // It is told where it came up.
  const isBelow = "operands" in trace && trace.operands?.some(({ state }) => state === "error");
  return isBelow === true ? "" : style.red(printable(trace.error.message));
}

function signOf(
  trace: ExpressionTrace | OperandTrace,
  style: Style,
): [sign: string, color: (text: string) => string] {
  if (trace.state === "error") return ["!", style.red];
  if (trace.state === "skipped") return ["·", style.dim];
  return trace.value === false ? ["✗", style.yellow] : ["✓", style.green];
}
