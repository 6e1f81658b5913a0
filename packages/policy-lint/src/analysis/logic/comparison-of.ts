import type { Binary, Call, CelType, Expression } from "@traffic-policy/policy-language";
import { canonicalExpression } from "./canonical-expression.ts";
import { isOpen, neverFails } from "./certainty.ts";
import { compareConstants, keyOf, type Constant } from "./constant.ts";
import { domainOf, domainOfSize } from "./domain.ts";
import { fold } from "./fold.ts";
import type { Comparison, Formula, Term, Test, TextMethod } from "./formula.ts";
import type { Known } from "./known.ts";
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
  const term = termOf(node, known);
  if (operator === "==") {
    const constants = new Map([[keyOf(constant), constant]]);
    return { kind: "comparison", term, test: { kind: "one-of", constants }, failsWithTerm: true };
  }
  return withTest(node, { kind: "order", operator, constant }, known);
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
  const constants = new Map<string, Constant>();
  for (const element of right.elements) {
    const constant = fold(element);
    if (constant === undefined) return undefined;
    constants.set(keyOf(constant), constant);
  }
  const item = fold(left);
  if (item !== undefined) return { kind: "constant", value: constants.has(keyOf(item)) };
  const term = termOf(left, known);
  return { kind: "comparison", term, test: { kind: "one-of", constants }, failsWithTerm: true };
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
  return { kind: "comparison", term: termOf(node, known), test, failsWithTerm };
}

function termOf(node: Expression, known: Known): Term {
  const mayFail = !neverFails(node, known);
  const isSize = node.kind === "call" && node.name === "size";
  return {
    key: canonicalExpression(node, known),
    domain: isSize ? domainOfSize(mayFail) : domainOf(known.types.get(node), mayFail),
    needs: neededKeys(node, known),
  };
}
