import type { FunctionDefinition, TextForm, TextFormat } from "@traffic-policy/policy-language";
import type { ExpressionSite } from "./expression-site.ts";
import { branchOf, nameAt, pathOf } from "./names.ts";
import {
  endOfOperand,
  isIndexOrCall,
  startOfOperand,
  type Tokens,
} from "@traffic-policy/policy-language/editing";
import { bindingsAround, targetOf, type TokenRange } from "./scope.ts";
import { filledMap, readBy } from "./variable-reads.ts";

export interface Expectation {
  readonly form?: TextForm | undefined;
  readonly format?: TextFormat | undefined;
  readonly headerName?: "canonical" | "lower-case" | undefined;
  readonly isStatus?: true | undefined;
  readonly keyOf?: string | undefined;
  readonly variable?: { readonly map: string; readonly name: string } | undefined;
}

const comparisons = new Set(["==", "!=", "<", "<=", ">", ">="]);
const arithmetic = new Set(["+", "-", "*", "/", "%"]);

/** Returns what is expected at a token, from the text on its left: what it is compared with, or passed to. */
export function expectationAt(
  site: ExpressionSite,
  tokens: Tokens,
  index: number,
): Expectation | undefined {
  const previous = tokens.kind(index - 1);
  if (comparisons.has(previous)) return ofOperandBefore(site, tokens, index - 1);
  const { parent: open = -1, ordinal = 0 } = tokens.list[index] ?? {};
  if (open < 0 || (previous !== "," && index - 1 !== open)) return undefined;
  switch (tokens.kind(open)) {
    case "(":
      return ofArgument(site, tokens, open, ordinal);
    case "[":
      return isIndexOrCall(tokens, open) ? ofKey(site, tokens, open) : ofItem(site, tokens, open);
    default:
      return undefined;
  }
}

/**
 * Returns what is expected at a token, from the text on its right, as in `'GET' == req.method` and `'x-tier' in
 * req.headers`.
 */
export function expectationBefore(
  site: ExpressionSite,
  tokens: Tokens,
  index: number,
): Expectation | undefined {
  const sign = tokens.kind(index + 1);
  if (sign !== "in" && !comparisons.has(sign)) return undefined;
  const last = endOfOperand(tokens, index + 2);
  if (last === undefined || arithmetic.has(tokens.kind(last + 1))) return undefined;
  const operand = { first: index + 2, last };
  return sign === "in" ? ofKeyOf(site, tokens, operand) : ofOperand(site, tokens, operand);
}

export function expectationAround(
  site: ExpressionSite,
  tokens: Tokens,
  index: number,
  whole: Tokens,
): Expectation | undefined {
  const left = expectationAt(site, tokens, index);
  const previous = tokens.kind(index - 1);
  const isPart = comparisons.has(previous) || arithmetic.has(previous) || previous === "in";
  if (left !== undefined || isPart) return left;
  const { start = 0 } = tokens.list[index] ?? {};
  // Where nothing is written yet, the next token stands at its place.
  const isWritten = tokens.kind(index) !== "end";
  const at = whole.list.findLastIndex(
    (one) => one.start < start || (isWritten && one.start === start),
  );
  return expectationBefore(site, whole, at);
}

function ofOperandBefore(
  site: ExpressionSite,
  tokens: Tokens,
  index: number,
): Expectation | undefined {
  const first = startOfOperand(tokens, index);
  if (first === undefined || arithmetic.has(tokens.kind(first - 1))) return undefined;
  return ofOperand(site, tokens, { first, last: index - 1 });
}

function ofOperand(
  site: ExpressionSite,
  tokens: Tokens,
  operand: TokenRange,
): Expectation | undefined {
  const variable = readBy(site, tokens, operand);
  if (variable !== undefined) return { variable };
  const path = pathOf(site, tokens, operand);
  if (path !== undefined) return branchOf(site, path)?.definition;
  if (operand.first !== operand.last) return undefined;
  const name = tokens.word(operand.first);
  const binding = bindingsAround(tokens, operand.first).findLast((one) => one.name === name);
  const target = binding && targetOf(tokens, binding);
  return target && ofKeyOf(site, tokens, target);
}

function ofKeyOf(site: ExpressionSite, tokens: Tokens, map: TokenRange): Expectation {
  return { headerName: headerKeys(site, tokens, map), keyOf: filledMap(site, tokens, map) };
}

function headerKeys(
  site: ExpressionSite,
  tokens: Tokens,
  map: TokenRange,
): "lower-case" | undefined {
  const path = pathOf(site, tokens, map);
  return path && branchOf(site, path)?.definition?.headerKeys;
}

function ofKey(site: ExpressionSite, tokens: Tokens, open: number): Expectation | undefined {
  const first = startOfOperand(tokens, open);
  if (first === undefined) return undefined;
  return ofKeyOf(site, tokens, { first, last: open - 1 });
}

function ofItem(site: ExpressionSite, tokens: Tokens, open: number): Expectation | undefined {
  if (tokens.kind(open - 1) === "in") return ofOperandBefore(site, tokens, open - 1);
  const { parent = -1, ordinal = 0 } = tokens.list[open] ?? {};
  const isArgument = tokens.kind(open - 1) === "," || open - 1 === parent;
  if (!isArgument || tokens.kind(parent) !== "(") return undefined;
  return ofArgument(site, tokens, parent, ordinal);
}

function ofArgument(
  site: ExpressionSite,
  tokens: Tokens,
  open: number,
  ordinal: number,
): Expectation | undefined {
  const callee = nameAt(site, tokens, open - 1);
  if (callee?.kind !== "function" && callee?.kind !== "method") return undefined;
  if (callee.definition === undefined) return undefined;
  const { headerName } = callee.definition;
  return {
    format: formatOf(callee.definition, callee.kind === "method", ordinal),
    headerName: ordinal === 0 ? headerName : undefined,
  };
}

function formatOf(
  { overloads }: FunctionDefinition,
  isMethod: boolean,
  ordinal: number,
): TextFormat | undefined {
  const fitting = overloads.filter(({ target }) => (target !== undefined) === isMethod);
  return fitting.map(({ formats }) => formats?.[ordinal]).find((format) => format !== undefined);
}
