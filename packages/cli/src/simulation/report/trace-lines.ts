import type {
  RuleTrace,
  ExpressionTrace,
  OperandTrace,
  JsonLike,
  ActionTrace,
  Change,
} from "@traffic-policy/policy-engine";
import {
  fromPointer,
  type PolicySource,
  childrenOf,
  isJsonObject,
  isLogical,
  operandsOf,
  parseExpression,
  type Expression,
} from "@traffic-policy/policy-language";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import type { Style } from "../../context.ts";

/** A rule with why it matched or did not, and what its actions did. */
export function ruleLines(rule: RuleTrace, source: PolicySource, view: ExpressionView): string[] {
  const { style, limits } = view;
  const [word, color] = wordOf[rule.result];
  const name = shownText(ruleName(rule), limits.value);
  const head = `${style[color](word.padEnd(width))}  ${style.bold(name)}  ${style.dim(placeOf(rule.path, source))}`;
  return [head, ...partsOf(rule, view).map((line) => `${" ".repeat(width + 2)}${line}`)];
}

/** What a rule is called; one without a name is counted. */
export function ruleName({
  path,
  name,
}: {
  readonly path: string;
  readonly name?: string;
}): string {
  return name === undefined ? `rule ${Number(fromPointer(path).at(-1)) + 1}` : name;
}

const wordOf: Readonly<
  Record<RuleTrace["result"], readonly [word: string, color: "green" | "dim" | "red"]>
> = {
  matched: ["matched", "green"],
  "not-matched": ["not matched", "dim"],
  failed: ["failed", "red"],
  skipped: ["not reached", "dim"],
};

const width = "not matched".length;

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
  /** Whether operands are shown, too, that decided nothing. */
  readonly all: boolean;
  readonly style: Style;
}

/** An expression with its operands, a line each. */
function expressionLines(trace: ExpressionTrace, view: ExpressionView): string[] {
  const { operand, text } = trace;
  if (operand === undefined) return [expressionLine(text, trace, [], view)];
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
    expressionLine(shown, operand, known, view),
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
  // It is reported where it came up.
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

/**
 * What the variables of a condition were, in a few words: `req.method is "GET"`. Of a map of which
 * one key is asked for, only this key is reported.
 *
 * @param text - the condition
 * @param limit - how long a value may be, in characters
 */
function shownVariables(
  text: string,
  variables: NonNullable<OperandTrace["variables"]>,
  limit: number,
): string[] {
  const parsed = parseExpression(text);
  const uses = parsed.ok ? usesOf(parsed.tree) : [];
  return variables.flatMap(({ name, value }) => {
    if (value === undefined) return [`${name} has no value`];
    const ofName = uses.filter((use) => use.name === name);
    const isParts = ofName.length > 0 && ofName.every(({ how }) => how !== "whole");
    if (!isParts || !isJsonObject(value)) return [`${name} is ${shownValue(value, limit)}`];
    return [...new Set(ofName.map((use) => part(use, value, limit)))];
  });
}

/** How an expression uses a variable: one key of it, its keys, or all of it. */
type Use = { readonly name: string } & (
  { readonly how: "key"; readonly key: string } | { readonly how: "keys" | "whole" }
);

function part(use: Use, value: Readonly<Record<string, JsonLike>>, limit: number): string {
  if (use.how !== "key") {
    const keys = Object.keys(value);
    if (keys.length === 0) return `${use.name} is empty`;
    const list = keys.map((key) => JSON.stringify(key)).join(", ");
    return `${use.name} has ${shownText(list, limit)}`;
  }
  const key = shownValue(use.key, limit);
  if (!Object.hasOwn(value, use.key)) return `${use.name} has no ${key}`;
  return `${use.name}[${key}] is ${shownValue(value[use.key], limit)}`;
}

function usesOf(node: Expression): Use[] {
  const name = dottedName(node);
  if (name !== undefined) return [{ name, how: "whole" }];
  switch (node.kind) {
    case "index": {
      const map = dottedName(node.operand);
      const { index } = node;
      if (map !== undefined && index.kind === "literal" && index.type === "string") {
        return [{ name: map, how: "key", key: index.value }];
      }
      return [...usesOf(node.operand), ...usesOf(index)];
    }
    case "binary": {
      const map = dottedName(node.right);
      if (node.operator === "in" && map !== undefined) {
        return [...usesOf(node.left), { name: map, how: "keys" }];
      }
      return isLogical(node)
        ? operandsOf(node, node.operator).flatMap(usesOf)
        : [...usesOf(node.left), ...usesOf(node.right)];
    }
    default:
      return childrenOf(node).flatMap(usesOf);
  }
}

/** The name of a variable: `req.url.path`. */
function dottedName(node: Expression): string | undefined {
  if (node.kind === "identifier") return node.name;
  if (node.kind !== "select") return undefined;
  const before = dottedName(node.operand);
  return before === undefined ? undefined : `${before}.${node.field}`;
}

/**
 * An action with what it changed, a line each.
 *
 * @param limit - how long a value may be, in characters
 */
function actionLines(action: ActionTrace, limit: number, style: Style): string[] {
  const { type, result, changes, note } = action;
  const [word, color] = actionWords[result];
  const label = `${style.bold(printable(type))}${word === "" ? "" : ` ${style[color](word)}`}`;
  // What is not simulated is reported at the end.
  const isShown = note !== undefined && result !== "not-simulated";
  return [
    `→ ${label}${isShown ? `   ${style.dim(shownText(note, Math.max(limit, 200)))}` : ""}`,
    ...changes.flatMap((change) => changeLines(change, limit, style)).map((one) => `    ${one}`),
  ];
}

const actionWords: Readonly<
  Record<ActionTrace["result"], readonly [word: string, color: "green" | "red" | "yellow" | "dim"]>
> = {
  done: ["", "green"],
  ended: ["ends processing", "yellow"],
  failed: ["fails", "red"],
  "not-simulated": ["is not simulated", "red"],
  skipped: ["is not reached", "dim"],
};

const places: Readonly<Record<Change["what"], string>> = {
  url: "URL",
  "request-header": "request header",
  "response-header": "response header",
  status: "status",
  body: "body",
};

/** What was there before with `-`, what is there now with `+`. */
function changeLines({ what, name, before, after }: Change, limit: number, style: Style): string[] {
  const of = name === undefined ? places[what] : `${places[what]} ${name}`;
  const side = (sign: string, value: Change["before"]): string =>
    printable(`${sign} ${of}: ${shownText(textOf(value), limit)}`);
  return [
    ...(before === null ? [] : [style.red(side("-", before))]),
    ...(after === null ? [] : [style.green(side("+", after))]),
  ];
}

/** The values of a header as one line would hold them. */
export function textOf(value: Change["before"]): string {
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** How much of texts is shown, in characters. */
interface Limits {
  readonly value: number;
  readonly expression: number;
}

/** A text for one line of a terminal, with what is too long cut. */
export function shownText(text: string, limit: number): string {
  // No character has more than two units, so that this is enough of a text of megabytes.
  const beginning = text.slice(0, 2 * limit + 2);
  const line = printable(beginning.replaceAll(/\s+/g, " ").toWellFormed());
  const characters = [...line];
  if (characters.length <= limit && beginning === text) return line;
  return `${characters.slice(0, limit - 1).join("")}…`;
}

/** A value as JSON, cut like a text. */
export function shownValue(value: unknown, limit: number): string {
  return shownText(JSON.stringify(value), limit);
}
