import type { Overload, TextFormat } from "../../catalogue/function.ts";
import { standardMacros } from "../../catalogue/standard/operators.ts";
import { nearest } from "../../suggestion.ts";
import type { Call, Expression } from "../tree.ts";
import { isOpen, parseType, typeText, type CelType } from "../type.ts";
import { commonResult, isAssignable, resolve, type Bindings } from "./assign.ts";
import { types, type Scope } from "./scope.ts";
import { placeInLiteral } from "./literal-place.ts";

/** Checks a call of a function or a method, and gives the type of the result. */
export function checkCall(scope: Scope, node: Call): CelType {
  const { functions } = scope.environment.dialect;
  const qualified = scope.qualifiedName(node.target);
  // A user's catalogue may have functions with dots in their names.
  const isQualified = qualified !== undefined && functions.has(`${qualified}.${node.name}`);
  const name = isQualified ? `${qualified}.${node.name}` : node.name;
  const target = node.target === undefined || isQualified ? undefined : scope.check(node.target);
  const definition = functions.get(name);
  const overloads = (definition?.overloads ?? []).filter(
    (overload) => (overload.target === undefined) === (target === undefined),
  );
  if (definition === undefined || overloads.length === 0) {
    checkArgumentsOfUnknown(scope, node);
    reportUnknown(scope, node, target);
    return types.dyn;
  }
  const given = node.arguments.map((argument) => scope.check(argument));
  scope.checkAvailability(`${name}()`, node.span, definition);
  const counted = overloads.filter(({ parameters }) => parameters.length === given.length);
  if (counted.length === 0) {
    scope.report("wrong-argument-count", node.span, {
      name,
      given: count(given.length),
      expected: [...new Set(overloads.map(({ parameters }) => count(parameters.length)))].join(
        " or ",
      ),
    });
    return returnType(overloads);
  }
  const fitting = counted.flatMap((overload) => {
    const bindings: Bindings = new Map();
    if (!fits(overload, target, given, bindings)) return [];
    return [{ overload, returns: resolve(parseType(overload.returns), bindings) }];
  });
  const [first] = fitting;
  if (first !== undefined) {
    checkFormats(scope, node, first.overload);
    return commonResult(fitting.map(({ returns }) => returns));
  }
  reportTypes(scope, node, target, given, counted);
  return returnType(counted);
}

/** A plain name in front is taken for one that is bound, as in `list.some(item, …)`. */
function checkArgumentsOfUnknown(scope: Scope, { target, arguments: given }: Call): void {
  const [first, ...others] = given;
  if (target !== undefined && first?.kind === "identifier" && others.length > 0) {
    for (const argument of others) scope.checkWith(first.name, types.dyn, argument);
  } else {
    for (const argument of given) scope.check(argument);
  }
}

function fits(
  overload: Overload,
  target: CelType | undefined,
  given: readonly CelType[],
  bindings: Bindings,
): boolean {
  if (target !== undefined && overload.target !== undefined) {
    if (!isAssignable(target, parseType(overload.target), bindings)) return false;
  }
  return overload.parameters.every((parameter, index) => {
    const type = given[index];
    return type !== undefined && isAssignable(type, parseType(parameter), bindings);
  });
}

/** The type that all overloads agree on. */
function returnType(overloads: readonly Overload[]): CelType {
  const returns = new Set(overloads.map((overload) => overload.returns));
  const [only] = returns;
  if (returns.size !== 1 || only === undefined) return types.dyn;
  return resolve(parseType(only), new Map());
}

function checkFormats(scope: Scope, node: Call, { formats = [] }: Overload): void {
  for (const [index, format] of formats.entries()) {
    const argument = node.arguments[index];
    if (format === undefined || argument === undefined) continue;
    const texts = argument.kind === "list" ? argument.elements : [argument];
    for (const text of texts) checkLiteral(scope, text, format);
  }
}

function checkLiteral(scope: Scope, node: Expression, format: TextFormat): void {
  if (node.kind !== "literal" || node.type !== "string") return;
  const { text, checkFormat } = scope.environment;
  const error = checkFormat?.(format, node.value);
  if (error === undefined) return;
  const span =
    text === undefined || node.span === undefined || error.part === undefined
      ? node.span
      : placeInLiteral(text, node.span, error.part);
  scope.report(error.code, span, error.args, error.suggestion);
}

function reportUnknown(scope: Scope, node: Call, target: CelType | undefined): void {
  const { name, span } = node;
  if (target !== undefined && isOpen(target)) return;
  const isFunction = target === undefined;
  const known = [...scope.environment.dialect.functions.values()].filter(({ overloads }) =>
    overloads.some((overload) => (overload.target === undefined) === isFunction),
  );
  const macros = standardMacros.filter((macro) => (macro === "has") === isFunction);
  const meant = nearest(name, [...known.map((definition) => definition.name), ...macros]);
  const suggestion = meant === undefined ? undefined : `${meant}()`;
  // Every function that is there and not found is a method.
  const isMethod = target === undefined && scope.environment.dialect.functions.has(name);
  const help = isMethod ? { help: `It is a method: value.${name}(…).` } : {};
  if (isMethod) scope.report("unknown-function", span, { name, ...help });
  else if (target === undefined) scope.report("unknown-function", span, { name }, suggestion);
  else scope.report("unknown-method", span, { name, type: typeText(target) }, suggestion);
}

function reportTypes(
  scope: Scope,
  node: Call,
  target: CelType | undefined,
  given: readonly CelType[],
  overloads: readonly Overload[],
): void {
  const name = `${target === undefined ? "" : `${typeText(target)}.`}${node.name}`;
  scope.report("wrong-argument-types", node.span, {
    name,
    given: `(${given.map(typeText).join(", ")})`,
    expected: overloads.map((overload) => signature(node.name, overload)).join(" or "),
    ...(isListOfTexts(target) && overloads.every((overload) => overload.target === "string")
      ? { help: `Ask its items: list.exists(item, item.${node.name}(…)).` }
      : {}),
  });
}

function isListOfTexts(type: CelType | undefined): boolean {
  return type?.kind === "list" && type.element.kind === "string";
}

function signature(name: string, { target, parameters }: Overload): string {
  return `${target === undefined ? "" : `${target}.`}${name}(${parameters.join(", ")})`;
}

/** A number of arguments in words. */
export function count(amount: number): string {
  if (amount === 0) return "no arguments";
  return `${amount} argument${amount === 1 ? "" : "s"}`;
}
