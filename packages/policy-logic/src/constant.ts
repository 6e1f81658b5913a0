import { type Expression } from "@traffic-policy/policy-language";
import {
  parseDuration,
  parseTimestamp,
  type Timestamp,
} from "@traffic-policy/policy-language/internal";

/** A value that is known without any exchange. */
export type Constant =
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "number"; readonly value: bigint | number }
  | { readonly kind: "bool"; readonly value: boolean }
  /** In nanoseconds: since 1970, or of a length of time. */
  | { readonly kind: "timestamp" | "duration"; readonly value: bigint };

/** Values of different kinds are never equal and have no order. */
export type ConstantKind = Constant["kind"];

/** A text that two constants share exactly when CEL calls them equal. */
export function keyOf({ kind, value }: Constant): string {
  const isWhole = typeof value === "number" && Number.isInteger(value);
  return `${kind} ${isWhole ? BigInt(value) : value}`;
}

/** Below 0, 0 or above 0, as CEL orders the two; undefined when they have no order. */
export function compareConstants(one: Constant, other: Constant): number | undefined {
  if (one.kind !== other.kind) return undefined;
  if (one.kind === "text") return compareTexts(one.value, other.value as string);
  // JavaScript compares whole and other numbers exactly, as CEL does.
  return one.value < other.value ? -1 : one.value > other.value ? 1 : 0;
}

/** Compares by code points; JavaScript itself compares by UTF-16 units. */
export function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const [left, right] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (left === right) continue;
    if (isSurrogate(left) !== isSurrogate(right)) return isSurrogate(left) ? 1 : -1;
    return left - right;
  }
  return one.length - other.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** The number of characters in a text, as CEL counts them. */
export function sizeOf(text: string): number {
  return Array.from(text).length;
}

/** Nanoseconds since 1970. */
export function nanosecondsOf({ seconds, nanos }: Timestamp): bigint {
  return seconds * 1_000_000_000n + BigInt(nanos);
}

/** The value of an expression without variables, where it is simple to tell. */
export function fold(node: Expression): Constant | undefined {
  switch (node.kind) {
    case "literal":
      return foldLiteral(node);
    case "unary": {
      const operand = node.operator === "-" ? fold(node.operand) : undefined;
      return operand?.kind === "number" ? inRange(-operand.value) : undefined;
    }
    case "binary":
      return foldArithmetic(node);
    case "call":
      return foldCall(node);
    default:
      return undefined;
  }
}

function foldLiteral({ value }: Expression & { kind: "literal" }): Constant | undefined {
  if (typeof value === "string") return { kind: "text", value };
  if (typeof value === "boolean") return { kind: "bool", value };
  const isNumber = typeof value === "bigint" || typeof value === "number";
  return isNumber ? { kind: "number", value } : undefined;
}

function foldArithmetic({
  operator,
  left,
  right,
}: Expression & { kind: "binary" }): Constant | undefined {
  if (operator !== "+" && operator !== "-" && operator !== "*") return undefined;
  const [one, other] = [fold(left), fold(right)];
  if (one?.kind === "text" && other?.kind === "text" && operator === "+") {
    return { kind: "text", value: one.value + other.value };
  }
  // A number that its type does not hold is an error at run time, and `uint` has other bounds.
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

function foldCall({
  name,
  target,
  arguments: given,
}: Expression & { kind: "call" }): Constant | undefined {
  const [first, ...others] = [...(target === undefined ? [] : [target]), ...given];
  if (first === undefined || others.length > 0) return undefined;
  const argument = fold(first);
  if (name === "size") {
    if (argument?.kind === "text") return inRange(BigInt(sizeOf(argument.value)));
    const items = first.kind === "list" ? first.elements : undefined;
    return items?.every((item) => item.kind === "literal") === true
      ? inRange(BigInt(items.length))
      : undefined;
  }
  if (target !== undefined || argument?.kind !== "text") return undefined;
  if (name === "timestamp") {
    const point = parseTimestamp(argument.value);
    return point && { kind: "timestamp", value: nanosecondsOf(point) };
  }
  const value = name === "duration" ? parseDuration(argument.value) : undefined;
  return value === undefined ? undefined : { kind: "duration", value };
}
