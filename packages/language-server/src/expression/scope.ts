import {
  type BoundName,
  type CelType,
  checkExpression,
  parseExpression,
} from "@traffic-policy/policy-language";
import { boundNames, itemsOf } from "@traffic-policy/policy-language/internal";
import type { ExpressionSite } from "./expression-site.ts";
import { startOfOperand, type Tokens } from "@traffic-policy/policy-language/editing";

/** A range of tokens, both ends included. */
export interface TokenRange {
  readonly first: number;
  readonly last: number;
}

export interface Binding {
  readonly name: string;
  readonly declaration: number;
}

export function targetOf(tokens: Tokens, { declaration }: Binding): TokenRange | undefined {
  const dot = declaration - 3;
  const first = startOfOperand(tokens, dot);
  return first === undefined ? undefined : { first, last: dot - 1 };
}

/** Returns the names that macros around a token bind, innermost last. */
export function bindingsAround(tokens: Tokens, index: number): Binding[] {
  const bindings: Binding[] = [];
  let at = tokens.list[index]?.macro ?? -1;
  for (let depth = 0; at >= 0 && depth < mostMacros; depth++) {
    const binding = bindingOf(tokens, at);
    if (binding !== undefined && index > binding.declaration + 1) bindings.push(binding);
    at = tokens.list[at]?.macro ?? -1;
  }
  return bindings.toReversed();
}

export function bindingOf(tokens: Tokens, open: number): Binding | undefined {
  const declaration = open + 1;
  if (tokens.kind(declaration) !== "name" || tokens.kind(open + 2) !== ",") return undefined;
  return { name: tokens.word(declaration), declaration };
}

/** No valid expression nests deeper; more macros would only take time. */
const mostMacros = 500;

export function typeOfOperand(
  site: ExpressionSite,
  tokens: Tokens,
  { first, last }: TokenRange,
): CelType | undefined {
  return typeWith(site, tokens, { first, last }, typedBindings(site, tokens, first));
}

function typedBindings(site: ExpressionSite, tokens: Tokens, index: number): BoundName[] {
  const bound: BoundName[] = [];
  for (const binding of bindingsAround(tokens, index)) {
    const type = typeOfItems(site, tokens, binding, bound);
    bound.push({ name: binding.name, type });
  }
  return bound;
}

export function typeOfBinding(site: ExpressionSite, tokens: Tokens, binding: Binding): CelType {
  const around = typedBindings(site, tokens, binding.declaration);
  return typeOfItems(site, tokens, binding, around);
}

function typeOfItems(
  site: ExpressionSite,
  tokens: Tokens,
  binding: Binding,
  bound: readonly BoundName[],
): CelType {
  const target = targetOf(tokens, binding);
  const type = target && typeWith(site, tokens, target, bound);
  return (type && itemsOf(type)) ?? { kind: "dyn" };
}

function typeWith(
  { dialect, field }: ExpressionSite,
  tokens: Tokens,
  { first, last }: TokenRange,
  bound: readonly BoundName[],
): CelType | undefined {
  const { start, end } = tokens.span(first, last);
  const parsed = parseExpression(tokens.text.slice(start, end));
  if (!parsed.ok) return undefined;
  const own = boundNames(field?.names ?? {});
  const { type, errors } = checkExpression(parsed.tree, { dialect, bound: [...own, ...bound] });
  return errors.some(({ code }) => unknown.has(code)) ? undefined : type;
}

const unknown: ReadonlySet<string> = new Set([
  "unknown-variable",
  "unknown-function",
  "unknown-method",
  "unknown-field",
  "namespace-as-value",
]);
