import { parseDuration, type Expression } from "@traffic-policy/policy-language";
import type { Constant } from "./constant.ts";
import { timestampOf } from "./moments.ts";

/** The value of an expression without variables, as far as it is simple to tell. */
export function fold(node: Expression): Constant | undefined {
  switch (node.kind) {
    case "literal":
      return foldLiteral(node);
    case "unary": {
      const operand = node.operator === "-" ? fold(node.operand) : undefined;
      return operand?.kind === "number" ? inRange(-operand.value) : undefined;
    }
    case "binary":
      return foldBinary(node);
    case "call":
      return foldCall(node);
    default:
      return undefined;
  }
}

function foldLiteral(node: Expression & { kind: "literal" }): Constant | undefined {
  switch (node.type) {
    case "string":
      return { kind: "text", value: node.value };
    case "int":
    case "uint":
    case "double":
      return { kind: "number", value: node.value };
    case "bool":
      return { kind: "bool", value: node.value };
    default:
      return undefined;
  }
}

function foldBinary({ operator, left, right }: Expression & { kind: "binary" }) {
  if (operator !== "+" && operator !== "-" && operator !== "*") return undefined;
  const [one, other] = [fold(left), fold(right)];
  if (one?.kind === "text" && other?.kind === "text" && operator === "+") {
    return { kind: "text", value: one.value + other.value } as const;
  }
  // A number too large for its type is an error at run time, and `uint` has other bounds.
  if (isInt(one) && isInt(other) && !hasUint(left) && !hasUint(right)) {
    const [a, b] = [one.value, other.value];
    return inRange(operator === "+" ? a + b : operator === "-" ? a - b : a * b);
  }
  return undefined;
}

function isInt(constant: Constant | undefined): constant is { kind: "number"; value: bigint } {
  return constant?.kind === "number" && typeof constant.value === "bigint";
}

function hasUint(node: Expression): boolean {
  if (node.kind === "binary") return hasUint(node.left) || hasUint(node.right);
  if (node.kind === "unary") return hasUint(node.operand);
  return node.kind === "literal" && node.type === "uint";
}

function inRange(value: bigint | number): Constant | undefined {
  const fits = typeof value === "number" || BigInt.asIntN(64, value) === value;
  return fits ? { kind: "number", value } : undefined;
}

function foldCall({ name, target, arguments: given }: Expression & { kind: "call" }) {
  const [first, ...others] = [...(target === undefined ? [] : [target]), ...given];
  if (first === undefined || others.length > 0) return undefined;
  const argument = fold(first);
  if (name === "size") {
    if (argument?.kind === "text") return inRange(BigInt([...argument.value].length));
    const items = first.kind === "list" ? first.elements : undefined;
    return items?.every((item) => item.kind === "literal") === true
      ? inRange(BigInt(items.length))
      : undefined;
  }
  if (target !== undefined || argument?.kind !== "text") return undefined;
  const value =
    name === "timestamp"
      ? timestampOf(argument.value)
      : name === "duration"
        ? parseDuration(argument.value)
        : undefined;
  return value === undefined ? undefined : ({ kind: name as "timestamp", value } as const);
}
