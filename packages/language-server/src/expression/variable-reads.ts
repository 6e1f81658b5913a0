import { parseExpression, type Span } from "@traffic-policy/policy-language";
import { isFilledByActions } from "@traffic-policy/policy-language/internal";
import type { ExpressionSite } from "./expression-site.ts";
import { branchOf, pathOf } from "./names.ts";
import {
  endOfOperand,
  isIndexOrCall,
  startOfOperand,
  contentOf,
  Tokens,
} from "@traffic-policy/policy-language/editing";
import type { TokenRange } from "./scope.ts";

/** A read of a variable that a policy action sets: `vars.tier`. */
export interface VariableRead {
  readonly map: string;
  readonly name: string;
  /** The span of the name, without quotes. */
  readonly span: Span;
}

/** Returns all reads of variables: `vars.tier`, `vars['tier']` and `'tier' in vars`. */
export function variableReads(site: ExpressionSite): VariableRead[] {
  const tokens = new Tokens(site.text);
  return tokens.list.flatMap((_token, index): VariableRead[] => {
    const isCalled = tokens.kind(index + 1) === "(";
    const read = isCalled ? undefined : readAt(site, tokens, index);
    return read === undefined ? [] : [read];
  });
}

export function readBy(
  site: ExpressionSite,
  tokens: Tokens,
  { last }: TokenRange,
): VariableRead | undefined {
  const isIndex = tokens.kind(last) === "]" && tokens.kind(last - 2) === "[";
  const isField = tokens.kind(last) === "name";
  return isIndex || isField ? readAt(site, tokens, isIndex ? last - 1 : last) : undefined;
}

function readAt(site: ExpressionSite, tokens: Tokens, index: number): VariableRead | undefined {
  const token = tokens.list[index];
  if (token?.kind === "name" && tokens.kind(index - 1) === ".") {
    const map = mapBefore(site, tokens, index - 1);
    if (map === undefined) return undefined;
    return { map, name: tokens.word(index), span: tokens.span(index, index) };
  }
  if (token?.kind !== "string") return undefined;
  const map = mapOfKey(site, tokens, index);
  const name = map === undefined ? undefined : textOf(tokens.word(index));
  if (map === undefined || name === undefined) return undefined;
  return { map, name, span: contentOf(site.text, token) };
}

/** Half a sentence about a place for which {@link readsUnnamed} is true. */
export const unnamedReads = "reads variables by names that are not written there";

/** True when a map that actions fill is read by names that are not literals, as in `vars[req.host]`. */
export function readsUnnamed(site: ExpressionSite): boolean {
  const tokens = new Tokens(site.text);
  return tokens.list.some((_token, index) => {
    const [sign, key, close] = [1, 2, 3].map((by) => tokens.kind(index + by));
    const isField = sign === "." && key === "name" && close !== "(";
    const isIndex = sign === "[" && key === "string" && close === "]";
    const isAsked = tokens.kind(index - 1) === "in" && tokens.kind(index - 2) === "string";
    if (tokens.kind(index) !== "name" || isField || isIndex || isAsked) return false;
    const first = startOfOperand(tokens, index + 1);
    return first !== undefined && filledMap(site, tokens, { first, last: index }) !== undefined;
  });
}

function mapOfKey(site: ExpressionSite, tokens: Tokens, index: number): string | undefined {
  if (tokens.kind(index - 1) === "[" && isIndexOrCall(tokens, index - 1)) {
    return mapBefore(site, tokens, index - 1);
  }
  if (tokens.kind(index + 1) !== "in") return undefined;
  const last = endOfOperand(tokens, index + 2);
  return last === undefined ? undefined : filledMap(site, tokens, { first: index + 2, last });
}

function mapBefore(site: ExpressionSite, tokens: Tokens, index: number): string | undefined {
  const first = startOfOperand(tokens, index);
  return first === undefined ? undefined : filledMap(site, tokens, { first, last: index - 1 });
}

export function filledMap(
  site: ExpressionSite,
  tokens: Tokens,
  operand: TokenRange,
): string | undefined {
  const path = pathOf(site, tokens, operand);
  const definition = path && branchOf(site, path)?.definition;
  if (definition === undefined) return undefined;
  return isFilledByActions(definition, site.dialect) ? definition.name : undefined;
}

function textOf(literal: string): string | undefined {
  const parsed = parseExpression(literal);
  const isText = parsed.ok && parsed.tree.kind === "literal" && parsed.tree.type === "string";
  return isText ? String(parsed.tree.value) : undefined;
}
