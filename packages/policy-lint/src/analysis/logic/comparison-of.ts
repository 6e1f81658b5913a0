import type { Binary, Call, CelType, Expression, Overload } from "@traffic-policy/policy-language";
import { canonicalExpression } from "./canonical-expression.ts";
import { isOpen, neverFails } from "./certainty.ts";
import { compareConstants, keyOf, type Constant } from "./constant.ts";
import { narrow, sizes, valuesOfType, valuesWithin, type Values } from "./domain.ts";
import { fold } from "./fold.ts";
import type { Comparison, Formula, Term, Test, TextMethod } from "./formula.ts";
import { functionOf, type Known } from "./known.ts";
import { neededKeys } from "./needed-keys.ts";
import { fails, isTrue } from "./outcomes.ts";
import { isAsClaimed } from "./text-tests.ts";

/** A comparison of a term with what is known, or of two values that are both known. */
export function comparisonOf(node: Expression, known: Known): Formula | undefined {
  if (node.kind === "call") return textTest(node, known);
  if (node.kind !== "binary") return undefined;
  switch (node.operator) {
    case "==":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=":
      return relation(node, node.operator, known);
    case "in":
      return membership(node, known);
    default:
      return undefined;
  }
}

type Relation = "==" | "!=" | "<" | "<=" | ">" | ">=";

const mirrored = { "==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;

function relation({ left, right }: Binary, operator: Relation, known: Known): Formula | undefined {
  const [one, other] = [fold(left), fold(right)];
  if (one !== undefined && other !== undefined) return decided(one, operator, other);
  if (one !== undefined) return compare(right, mirrored[operator], one, known);
  if (other !== undefined) return compare(left, operator, other, known);
  return canonicalExpression(left, known) === canonicalExpression(right, known)
    ? withItself(left, operator, known)
    : undefined;
}

function decided(one: Constant, operator: Relation, other: Constant): Formula | undefined {
  const order = compareConstants(one, other);
  return order === undefined ? undefined : { kind: "constant", value: holds[operator](order) };
}

const holds: Readonly<Record<Relation, (order: number) => boolean>> = {
  "==": (order) => order === 0,
  "!=": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

function compare(
  node: Expression,
  operator: Relation,
  constant: Constant,
  known: Known,
): Formula | undefined {
  if (operator === "!=") {
    const of = compare(node, "==", constant, known);
    return of && { kind: "not", of };
  }
  if (operator === "==") return isOneOf(node, [constant], known);
  return withTest(node, { kind: "order", operator, constant }, known);
}

/** `==` and `in`, which fail only when the term does, whatever its type is. */
function isOneOf(node: Expression, values: readonly Constant[], known: Known): Comparison {
  const constants = new Map(values.map((value) => [keyOf(value), value]));
  const test = { kind: "one-of", constants } as const;
  return { kind: "comparison", term: termOf(node, test, known), test, failsWithTerm: true };
}

/** `a == a`: what it comes to is known, when `a` has a value that equals itself. */
function withItself(node: Expression, operator: Relation, known: Known): Formula | undefined {
  if (!equalsItself(known.types.get(node))) return undefined;
  const value = holds[operator](0);
  if (neverFails(node, known)) return { kind: "constant", value };
  const flag = {
    kind: "flag",
    key: `${canonicalExpression(node, known)} has a value`,
    possible: isTrue | fails,
    needs: neededKeys(node, known),
  } as const;
  return value ? flag : { kind: "not", of: flag };
}

function equalsItself(type: CelType | undefined): boolean {
  switch (type?.kind) {
    case "list":
      return equalsItself(type.element);
    case "map":
      return equalsItself(type.key) && equalsItself(type.value);
    // A double can be the number that is no number, and a dyn can be a double.
    case "bool":
    case "int":
    case "uint":
    case "string":
    case "bytes":
    case "timestamp":
    case "duration":
      return true;
    default:
      return false;
  }
}

function membership({ left, right }: Binary, known: Known): Formula | undefined {
  if (right.kind !== "list") return undefined;
  const constants = right.elements.map(fold);
  if (!constants.every((one) => one !== undefined)) return undefined;
  const item = fold(left);
  if (item === undefined) return isOneOf(left, constants, known);
  const key = keyOf(item);
  return { kind: "constant", value: constants.some((one) => keyOf(one) === key) };
}

const textMethods = new Set<string>(["startsWith", "endsWith", "contains"] satisfies TextMethod[]);

function isTextMethod(name: string): name is TextMethod {
  return textMethods.has(name);
}

function textTest({ name, target, arguments: given }: Call, known: Known): Formula | undefined {
  const [argument] = given;
  if (target === undefined || argument === undefined || !isTextMethod(name)) return undefined;
  const [value, text] = [fold(target), fold(argument)];
  if (text?.kind !== "text") return undefined;
  const test = { kind: "text", method: name, text: text.value } as const;
  if (value === undefined) return withTest(target, test, known);
  if (value.kind !== "text") return undefined;
  return { kind: "constant", value: isAsClaimed(value.value, { ...test, holds: true }) };
}

/** A test that fails for values of other types, too. */
function withTest(node: Expression, test: Test, known: Known): Comparison {
  const failsWithTerm = !isOpen(node, known);
  return { kind: "comparison", term: termOf(node, test, known), test, failsWithTerm };
}

/** @param test - what is asked of it */
function termOf(node: Expression, test: Test, known: Known): Term {
  const mayFail = !neverFails(node, known);
  return {
    key: canonicalExpression(node, known),
    domain: { mayFail, values: valuesOf(node, test, known) },
    needs: neededKeys(node, known),
  };
}

function valuesOf(node: Expression, test: Test, known: Known): Values {
  if (node.kind === "call" && node.name === "size") return sizes;
  const values = valuesOfType(known.types.get(node));
  const range = rangeOf(node, known);
  if (range === undefined) return values;
  // People write `>= 0` and `< 24` of an hour, for symmetry; only what never holds is a mistake.
  const within = valuesWithin(values, range);
  return narrow(within, test, true) === undefined ? within : values;
}

function rangeOf(node: Expression, known: Known): Overload["range"] {
  if (node.kind !== "call" || node.target === undefined) return undefined;
  const target = known.types.get(node.target)?.kind;
  const overloads = functionOf(node, known)?.overloads ?? [];
  return overloads.find((one) => one.range !== undefined && one.target === target)?.range;
}
