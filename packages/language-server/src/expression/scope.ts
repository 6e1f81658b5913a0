import {
  type BoundName,
  type CelType,
  checkExpression,
  itemsOf,
  parseExpression,
} from "@traffic-policy/policy-language";
import type { ExpressionSite } from "./expression-site.ts";
import { startOfOperand } from "./operands.ts";
import type { Tokens } from "./tokens.ts";

/** Some tokens in a row, both ends included. */
export interface TokenRange {
  readonly first: number;
  readonly last: number;
}

/** A name that a macro binds. */
export interface Binding {
  readonly name: string;
  /** The token that names it first. */
  readonly declaration: number;
  /** What the macro is called on, the items or keys of which the name stands for. */
  readonly target: TokenRange | undefined;
}

/** The names that macros around a token bind, the innermost last. */
export function bindingsAround(tokens: Tokens, index: number): Binding[] {
  const bindings: Binding[] = [];
  for (let at = tokens.list[index]?.macro ?? -1; at >= 0; at = tokens.list[at]?.macro ?? -1) {
    const binding = bindingOf(tokens, at);
    if (binding !== undefined && index > binding.declaration + 1) bindings.push(binding);
  }
  return bindings.toReversed();
}

/** What the macro binds that a parenthesis belongs to. */
export function bindingOf(tokens: Tokens, open: number): Binding | undefined {
  const declaration = open + 1;
  if (tokens.kind(declaration) !== "name" || tokens.kind(open + 2) !== ",") return undefined;
  const first = startOfOperand(tokens, open - 2);
  const target = first === undefined ? undefined : { first, last: open - 3 };
  return { name: tokens.word(declaration), declaration, target };
}

/** The type of an operand, by what stands in it and around it; undefined where it cannot be known. */
export function typeOfOperand(
  site: ExpressionSite,
  tokens: Tokens,
  { first, last }: TokenRange,
): CelType | undefined {
  return typeWith(site, tokens, { first, last }, typedBindings(site, tokens, first));
}

/** The types of the names that macros around a token bind, the innermost last. */
function typedBindings(site: ExpressionSite, tokens: Tokens, index: number): BoundName[] {
  const bound: BoundName[] = [];
  for (const { name, target } of bindingsAround(tokens, index)) {
    bound.push({ name, type: typeOfItems(site, tokens, target, bound) });
  }
  return bound;
}

/** The type of what a name stands for. */
export function typeOfBinding(site: ExpressionSite, tokens: Tokens, binding: Binding): CelType {
  const around = typedBindings(site, tokens, binding.declaration);
  return typeOfItems(site, tokens, binding.target, around);
}

function typeOfItems(
  site: ExpressionSite,
  tokens: Tokens,
  target: TokenRange | undefined,
  bound: readonly BoundName[],
): CelType {
  const type = target && typeWith(site, tokens, target, bound);
  return (type && itemsOf(type)) ?? { kind: "dyn" };
}

function typeWith(
  { dialect }: ExpressionSite,
  tokens: Tokens,
  { first, last }: TokenRange,
  bound: readonly BoundName[],
): CelType | undefined {
  const { start, end } = tokens.span(first, last);
  const parsed = parseExpression(tokens.text.slice(start, end));
  if (!parsed.ok) return undefined;
  const { type, errors } = checkExpression(parsed.tree, { dialect, bound });
  return errors.some(({ code }) => unknown.has(code)) ? undefined : type;
}

const unknown: ReadonlySet<string> = new Set([
  "unknown-variable",
  "unknown-function",
  "unknown-method",
  "unknown-field",
  "namespace-as-value",
]);
