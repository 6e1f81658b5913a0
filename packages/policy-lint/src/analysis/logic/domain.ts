import type { CelType } from "@traffic-policy/policy-language";
import { compareConstants, keyOf, type Constant, type ConstantKind } from "./constant.ts";
import type { OrderOperator, Test } from "./formula.ts";
import { areContrary, isAsClaimed, isImpossible, type TextClaim } from "./text-tests.ts";

/** What a term can still be: never too little, at times more than it really can. */
export interface Domain {
  /** Whether it can fail to have a value. */
  readonly mayFail: boolean;
  /** What its values can be; undefined when it cannot have one. */
  readonly values: Values | undefined;
}

/** A set of values. */
export interface Values {
  readonly kind?: ConstantKind;
  /** Whether they are whole numbers. */
  readonly whole: boolean;
  /** Whether one of them is the number that is no number, which no order or equality holds for. */
  readonly notANumber: boolean;
  /** Nothing but these; the other fields are then taken care of. */
  readonly only?: readonly Constant[];
  /** The keys of values that are not among them. */
  readonly not: ReadonlySet<string>;
  readonly low?: Bound;
  readonly high?: Bound;
  readonly claims: readonly TextClaim[];
}

interface Bound {
  readonly constant: Constant;
  readonly included: boolean;
}

const all: Values = { whole: false, notANumber: true, not: new Set(), claims: [] };

const wholeNumbers = { kind: "number", whole: true, notANumber: false } as const;

const least = -(2n ** 63n);
const most = 2n ** 63n - 1n;

const ofType: Readonly<Partial<Record<CelType["kind"], Values>>> = {
  string: { ...all, kind: "text", notANumber: false },
  int: { ...all, ...wholeNumbers, low: number(least), high: number(most) },
  uint: { ...all, ...wholeNumbers, low: number(0n), high: number(2n ** 64n - 1n) },
  double: { ...all, kind: "number" },
  bool: { ...all, kind: "bool", notANumber: false },
  timestamp: { ...all, kind: "timestamp", notANumber: false },
  duration: { ...all, kind: "duration", notANumber: false },
};

/** What a term of a type can be before anything is asked of it. */
export function valuesOfType(type: CelType | undefined): Values {
  return (type && ofType[type.kind]) ?? all;
}

/** What a size can be. */
export const sizes: Values = { ...all, ...wholeNumbers, low: number(0n), high: number(most) };

/** Those of whole numbers that are within a range. */
export function valuesWithin(
  values: Values,
  [low, high]: readonly [low: number, high: number],
): Values {
  return { ...values, low: number(BigInt(low)), high: number(BigInt(high)) };
}

function number(value: bigint): Bound {
  return { constant: { kind: "number", value }, included: true };
}

/** The values for which a test holds, or does not. Undefined when there are none left. */
export function narrow(values: Values, test: Test, holds: boolean): Values | undefined {
  switch (test.kind) {
    case "one-of":
      return holds
        ? keepOnly(values, [...test.constants.values()])
        : withoutAll(values, test.constants.keys());
    case "order":
      return withOrder(
        values,
        holds ? test.operator : opposite[test.operator],
        test.constant,
        holds,
      );
    case "text":
      return withClaim(values, { ...test, holds });
  }
}

const opposite = { "<": ">=", "<=": ">", ">": "<=", ">=": "<" } as const;

function keepOnly(values: Values, constants: readonly Constant[]): Values | undefined {
  const keys = values.only && new Set(constants.map(keyOf));
  const candidates = values.only?.filter((one) => keys?.has(keyOf(one))) ?? constants;
  const only = candidates.filter((one) => isAmong(one, values));
  return only.length === 0 ? undefined : { ...values, only, notANumber: false };
}

function withoutAll(values: Values, keys: Iterable<string>): Values | undefined {
  return checked({ ...values, not: new Set([...values.not, ...keys]) });
}

function withOrder(
  values: Values,
  operator: OrderOperator,
  constant: Constant,
  isOrdered: boolean,
): Values | undefined {
  const { kind } = constant;
  if (values.kind !== undefined && values.kind !== kind) return undefined;
  const bound = { constant, included: operator.length === 2 };
  const notANumber = values.notANumber && !isOrdered && kind === "number";
  const narrowed = operator.startsWith("<")
    ? { high: tighter(values.high, bound, -1) }
    : { low: tighter(values.low, bound, 1) };
  return checked({ ...values, kind, notANumber, ...narrowed });
}

/** The bound that leaves less, above (1) or below (-1). */
function tighter(before: Bound | undefined, bound: Bound, side: 1 | -1): Bound {
  if (before === undefined) return bound;
  const order = (compareConstants(bound.constant, before.constant) ?? 0) * side;
  if (order === 0) return before.included ? bound : before;
  return order > 0 ? bound : before;
}

function withClaim(values: Values, claim: TextClaim): Values | undefined {
  if (values.kind !== undefined && values.kind !== "text") return undefined;
  if (isImpossible(claim) || values.claims.some((other) => areContrary(claim, other))) {
    return undefined;
  }
  const claims = [...values.claims, claim];
  return checked({ ...values, kind: "text", notANumber: false, claims });
}

/** The values, or undefined when it turns out that there are none. */
function checked(values: Values): Values | undefined {
  if (values.only !== undefined) return keepOnly(values, values.only);
  const shrunk = values.whole ? shrink(values) : values;
  const { low, high, not, notANumber } = shrunk;
  if (low === undefined || high === undefined || notANumber) return shrunk;
  const order = compareConstants(low.constant, high.constant) ?? 0;
  if (order > 0) return undefined;
  if (order < 0) return shrunk;
  return low.included && high.included && !not.has(keyOf(low.constant)) ? shrunk : undefined;
}

/** Moves the bounds of whole numbers to the next values that are not excluded. */
function shrink(values: Values): Values {
  const low = values.low && moved(values.low, values.not, 1n);
  const high = values.high && moved(values.high, values.not, -1n);
  return { ...values, ...(low && { low }), ...(high && { high }) };
}

function moved(bound: Bound, not: ReadonlySet<string>, step: bigint): Bound {
  const { value } = bound.constant;
  if (typeof value !== "bigint") return bound;
  let next = bound.included ? value : value + step;
  while (not.has(keyOf({ kind: "number", value: next }))) next += step;
  return number(next);
}

function isAmong(constant: Constant, values: Values): boolean {
  const { kind, not, low, high, claims } = values;
  return (
    (kind === undefined || kind === constant.kind) &&
    !not.has(keyOf(constant)) &&
    isWithin(constant, low, 1) &&
    isWithin(constant, high, -1) &&
    (claims.length === 0 ||
      (constant.kind === "text" && claims.every((claim) => isAsClaimed(constant.value, claim))))
  );
}

function isWithin(constant: Constant, bound: Bound | undefined, side: 1 | -1): boolean {
  if (bound === undefined) return true;
  const order = compareConstants(constant, bound.constant);
  return order !== undefined && (order === 0 ? bound.included : order * side > 0);
}
