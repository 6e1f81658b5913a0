import { standardMacros } from "../../catalogue/standard/operators.ts";
import type { Call, Expression } from "../tree.ts";
import { isOpen, typeText, type CelType } from "../type.ts";
import { count } from "./call.ts";
import { types, type Scope } from "./scope.ts";

type MacroName = (typeof standardMacros)[number];

type MacroCall = Call & { readonly name: MacroName };

const forms: Record<MacroName, string> = {
  has: "has(value.field)",
  all: "list.all(item, condition)",
  exists: "list.exists(item, condition)",
  exists_one: "list.exists_one(item, condition)",
  filter: "list.filter(item, condition)",
  map: "list.map(item, value) or list.map(item, condition, value)",
};

const names = new Set<string>(standardMacros);

/** Whether a call is a macro of standard CEL: `has(…)`, or a method such as `.exists(…)`. */
export function isMacro(node: Call): node is MacroCall {
  return (
    node.absolute === undefined &&
    names.has(node.name) &&
    (node.name === "has") === (node.target === undefined)
  );
}

/** Checks a macro, and gives the type of the result. */
export function checkMacro(scope: Scope, node: MacroCall): CelType {
  const { name, target } = node;
  if (name === "has" || target === undefined) return checkHas(scope, node);
  const over = scope.check(target);
  const result =
    name === "filter" || name === "map"
      ? { kind: "list" as const, element: types.dyn }
      : types.bool;
  const items = itemsOf(over);
  if (items === undefined) {
    misuse(scope, node, `${typeText(over)} is neither a list nor a map`);
    return result;
  }
  const [variable, ...bodies] = node.arguments;
  const counts = name === "map" ? [1, 2] : [1];
  if (variable?.kind !== "identifier" || !counts.includes(bodies.length)) {
    const reason =
      variable?.kind === "identifier" || variable === undefined
        ? `it has ${count(node.arguments.length)}`
        : "its first argument is not a plain name";
    misuse(scope, node, reason);
    return result;
  }
  scope.types.set(variable, items);
  return checkBodies(scope, name, variable.name, items, bodies);
}

function checkBodies(
  scope: Scope,
  name: MacroName,
  variable: string,
  items: CelType,
  bodies: readonly Expression[],
): CelType {
  const [first, second] = bodies;
  if (first === undefined) return types.dyn;
  if (name === "map" && second === undefined) {
    return { kind: "list", element: scope.checkWith(variable, items, first) };
  }
  scope.checkWith(variable, items, first, `${name}()`);
  if (second !== undefined) {
    return { kind: "list", element: scope.checkWith(variable, items, second) };
  }
  return name === "filter" ? { kind: "list", element: items } : types.bool;
}

function checkHas(scope: Scope, node: MacroCall): CelType {
  const [argument] = node.arguments;
  if (node.arguments.length !== 1 || argument?.kind !== "select") {
    misuse(scope, node, "its argument is not a field");
    return types.bool;
  }
  scope.check(argument);
  return types.bool;
}

/** What a macro goes through: the items of a list, the keys of a map. */
function itemsOf(type: CelType): CelType | undefined {
  if (type.kind === "list") return type.element;
  if (type.kind === "map") return type.key;
  return isOpen(type) ? types.dyn : undefined;
}

function misuse(scope: Scope, node: MacroCall, reason: string): void {
  scope.report("macro-misuse", node.span, { name: node.name, reason, form: forms[node.name] });
}
