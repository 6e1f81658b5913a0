/** A value that is known before anything runs. */
export type Constant =
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "number"; readonly value: bigint | number }
  | { readonly kind: "bool"; readonly value: boolean }
  /** In nanoseconds, of a length of time or since 1970. */
  | { readonly kind: "timestamp" | "duration"; readonly value: bigint };

/** Values of different kinds are never equal, and have no order. */
export type ConstantKind = Constant["kind"];

/** A text that two constants share only when CEL calls them equal. */
export function keyOf({ kind, value }: Constant): string {
  const whole = typeof value === "number" && Number.isInteger(value);
  return `${kind} ${whole ? BigInt(value) : value}`;
}

/** Below 0, 0 or above 0, as CEL orders the two; undefined when it does not. */
export function compareConstants(one: Constant, other: Constant): number | undefined {
  if (one.kind !== other.kind) return undefined;
  if (one.kind === "text") return compareTexts(one.value, other.value as string);
  // Whole numbers and others compare exactly in JavaScript, as they do in CEL.
  return one.value < other.value ? -1 : one.value > other.value ? 1 : 0;
}

/** By code points: JavaScript's own order is by UTF-16 units. */
function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    if (one[index] === other[index]) continue;
    const [left, right] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (isSurrogate(left) !== isSurrogate(right)) return isSurrogate(left) ? 1 : -1;
    return left - right;
  }
  return one.length - other.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
