import { type BoundDefinition, type FunctionDefinition } from "@traffic-policy/policy-language";
import { type VariableTree, variableTree } from "@traffic-policy/policy-language/internal";
import type { ExpressionSite, FieldOfExpression } from "./expression-site.ts";
import { startOfOperand, isMacroName, type Tokens } from "@traffic-policy/policy-language/editing";
import { type Binding, bindingOf, bindingsAround, type TokenRange } from "./scope.ts";

export type Name =
  | { readonly kind: "local"; readonly binding: Binding }
  | {
      readonly kind: "bound";
      readonly field: FieldOfExpression;
      readonly definition: BoundDefinition;
    }
  | { readonly kind: "macro"; readonly target?: TokenRange }
  | {
      readonly kind: "function";
      readonly path: string;
      readonly definition: FunctionDefinition | undefined;
    }
  | {
      readonly kind: "method";
      readonly target: TokenRange;
      readonly definition: FunctionDefinition | undefined;
    }
  | {
      readonly kind: "variable";
      readonly path: readonly string[];
      readonly first: number;
      readonly branch: VariableTree | undefined;
    }
  | { readonly kind: "field"; readonly operand: TokenRange };

export function nameAt(site: ExpressionSite, tokens: Tokens, index: number): Name | undefined {
  if (tokens.kind(index) !== "name") return undefined;
  const word = tokens.word(index);
  const { functions } = site.dialect;
  const isCall = tokens.kind(index + 1) === "(";
  const isAbsolute = tokens.kind(index - 1) === ".";
  const start = isAbsolute ? startOfOperand(tokens, index - 1) : undefined;
  if (start === undefined) {
    if (isCall && !isAbsolute && isMacroName(word, false)) return { kind: "macro" };
    if (isCall) return { kind: "function", path: word, definition: functions.get(word) };
    const binding = isAbsolute ? undefined : bindingAt(tokens, index);
    if (binding !== undefined) return { kind: "local", binding };
    const definition = isAbsolute ? undefined : boundNamed(site, word);
    if (definition !== undefined && site.field !== undefined) {
      return { kind: "bound", field: site.field, definition };
    }
    const branch = branchOf(site, [word]);
    return { kind: "variable", path: [word], first: isAbsolute ? index - 1 : index, branch };
  }
  const target = { first: start, last: index - 2 };
  const names = pathOf(site, tokens, target);
  if (isCall) {
    if (isMacroName(word, true)) return { kind: "macro", target };
    const path = [...(names ?? []), word].join(".");
    const qualified = names && functions.get(path);
    if (qualified !== undefined) return { kind: "function", path, definition: qualified };
    return { kind: "method", target, definition: functions.get(word) };
  }
  if (names === undefined) return { kind: "field", operand: target };
  const path = [...names, word];
  const branch = branchOf(site, path);
  if (branch === undefined && hasVariable(site, names)) return { kind: "field", operand: target };
  return { kind: "variable", path, first: start, branch };
}

function bindingAt(tokens: Tokens, index: number): Binding | undefined {
  const declared = bindingOf(tokens, tokens.list[index]?.macro ?? -1);
  if (declared?.declaration === index) return declared;
  const name = tokens.word(index);
  return bindingsAround(tokens, index).findLast((binding) => binding.name === name);
}

function boundNamed({ field }: ExpressionSite, name: string): BoundDefinition | undefined {
  return field !== undefined && Object.hasOwn(field.names, name) ? field.names[name] : undefined;
}

export function boundBy(
  site: ExpressionSite,
  tokens: Tokens,
  { first, last }: TokenRange,
): BoundDefinition | undefined {
  const name = first === last ? nameAt(site, tokens, first) : undefined;
  return name?.kind === "bound" ? name.definition : undefined;
}

/** Returns the parts of `a.b.c`; undefined for anything else, and when a macro binds the first part. */
export function pathOf(
  site: ExpressionSite,
  tokens: Tokens,
  { first, last }: TokenRange,
): string[] | undefined {
  const isAbsolute = tokens.kind(first) === ".";
  const names: string[] = [];
  for (let at = isAbsolute ? first + 1 : first; at <= last; at += 2) {
    if (tokens.kind(at) !== "name" || (at < last && tokens.kind(at + 1) !== ".")) return undefined;
    names.push(tokens.word(at));
  }
  if (isAbsolute) return names;
  const isBound = boundNamed(site, tokens.word(first)) !== undefined;
  return isBound || bindingAt(tokens, first) !== undefined ? undefined : names;
}

export function branchOf(
  { dialect }: ExpressionSite,
  path: readonly string[],
): VariableTree | undefined {
  let branch: VariableTree | undefined = variableTree(dialect);
  for (const name of path) branch = branch?.children.get(name);
  return branch;
}

function hasVariable(site: ExpressionSite, path: readonly string[]): boolean {
  let branch: VariableTree | undefined = variableTree(site.dialect);
  for (const name of path) {
    branch = branch?.children.get(name);
    if (branch === undefined) return false;
    if (branch.definition !== undefined) return true;
  }
  return false;
}
