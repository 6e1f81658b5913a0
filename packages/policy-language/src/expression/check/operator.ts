import { standardOperators } from "../../catalogue/standard/operators.ts";
import type { Binary } from "../tree.ts";
import { solved, parseType, typeText, type CelType } from "../type.ts";
import { commonResult, isAssignable, join, resolve, solve, type Bindings } from "./assign.ts";
import { notNull } from "./habits.ts";
import { types, type Scope } from "./scope.ts";

/** Checks an operator between two operands of known types, and gives the type of the result. */
export function checkOperator(scope: Scope, node: Binary, left: CelType, right: CelType): CelType {
  const { operator } = node;
  switch (operator) {
    case "==":
    case "!=":
      if (join(left, right) === undefined) reportOperands(scope, node, left, right);
      return types.bool;
    case "in":
      if (!isMember(left, right)) reportOperands(scope, node, left, right);
      return types.bool;
    case "&&":
    case "||":
      return types.bool;
  }
  // With `dyn` on a side more than one of them may be meant.
  const results = standardOperators[operator].flatMap((overload): CelType[] => {
    const bindings: Bindings = new Map();
    const fits =
      isAssignable(left, parseType(overload.left), bindings) &&
      isAssignable(right, parseType(overload.right), bindings);
    return fits ? [resolve(parseType(overload.returns), bindings)] : [];
  });
  if (results.length > 0) return commonResult(results);
  reportOperands(scope, node, left, right);
  return standardOperators[operator][0]?.returns === "bool" ? types.bool : types.dyn;
}

function isMember(item: CelType, holder: CelType): boolean {
  const container = solved(holder);
  if (container.kind === "dyn") return true;
  if (container.kind === "free") {
    return solve(container, { kind: "list", element: item }) !== undefined;
  }
  if (container.kind === "list") return join(item, container.element) !== undefined;
  return container.kind === "map" && join(item, container.key) !== undefined;
}

function reportOperands(scope: Scope, node: Binary, left: CelType, right: CelType): void {
  const help = helpFor(node, left, right);
  scope.report("no-such-operator", node.span, {
    operator: node.operator,
    left: typeText(left),
    right: typeText(right),
    ...(help === undefined ? {} : { help }),
  });
}

const numbers = new Set(["int", "uint", "double"]);

function helpFor({ operator }: Binary, left: CelType, right: CelType): string | undefined {
  const kinds = [left.kind, right.kind];
  const isEquality = operator === "==" || operator === "!=";
  if (isEquality && kinds.includes("list") && kinds.includes("string")) {
    return operator === "==" ? "Write text in list." : "Write !(text in list).";
  }
  if (isEquality && kinds.includes("null")) return notNull;
  if (operator === "in" && right.kind === "string") return "Write text.contains(part).";
  if (kinds.includes("timestamp") && kinds.includes("string")) {
    return "Make a timestamp of the text: timestamp(…).";
  }
  if (kinds.every((kind) => numbers.has(kind))) return helpForNumbers(operator, kinds);
  if (kinds.includes("string") && kinds.some((kind) => numbers.has(kind))) {
    if (operator === "+") return "Join text to text: string(…) makes text of a number.";
    return "Compare text with text and numbers with numbers; int(…) or double(…) makes a number of text.";
  }
  return undefined;
}

function helpForNumbers(operator: string, kinds: readonly string[]): string {
  if (operator === "%" && kinds.includes("double")) {
    return "It takes whole numbers: int(…) makes one of a fraction.";
  }
  if (!kinds.includes("uint")) {
    return "Write both as whole numbers or both with a decimal point, or convert one: int(…), double(…).";
  }
  return kinds.includes("int")
    ? "Write both with the suffix u or both without it, or convert one: uint(…), int(…)."
    : "Convert one: uint(…), double(…).";
}
