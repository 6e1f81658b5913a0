import type { Expression } from "@traffic-policy/policy-language";
import { effortOfReading, withEffort } from "../effort.ts";
import { never, type Formula, type PointKind, type Test, type Values } from "../formula.ts";
import { Intervals, type Point } from "../values/intervals.ts";
import { integersRoundedTo } from "../values/rounded-numbers.ts";
import { allTimes } from "../values/times.ts";
import { narrow, valuesOfType } from "../values.ts";
import type { Reader } from "./reader.ts";
import { pointsOf, unchanged, type Term } from "./term.ts";

/** A term with ordered values; tests on it are sets of points. */
interface PointTerm extends Term {
  readonly toPoints: (points: Intervals) => Test;
}

interface PointType {
  readonly of: PointKind;
  /** The allowed results; outside of them, the operation fails. */
  readonly results: Intervals;
  readonly isWhole: boolean;
}

interface Step {
  readonly from: Expression;
  readonly back: (points: Intervals) => Intervals;
}

const wholeRange = Intervals.between(-(2n ** 63n), 2n ** 63n - 1n);
const uintRange = Intervals.between(0n, 2n ** 64n - 1n);

const pointTypes: Readonly<Partial<Record<string, PointType>>> = {
  int: { of: "number", results: wholeRange, isWhole: true },
  uint: { of: "number", results: uintRange, isWhole: true },
  double: { of: "number", results: Intervals.all, isWhole: false },
  duration: { of: "duration", results: wholeRange, isWhole: true },
  timestamp: { of: "timestamp", results: allTimes, isWhole: true },
};

function pointTypeOf(reader: Reader, node: Expression): PointType | undefined {
  return pointTypes[reader.kindOf(node) ?? ""];
}

function pointTerm(reader: Reader, node: Expression): PointTerm | undefined {
  const type = pointTypeOf(reader, node);
  if (type === undefined) return undefined;
  const term = reader.term(node);
  return { ...term, toPoints: (points) => term.toTest({ kind: "points", of: type.of, points }) };
}

/** Reads a value computed from another value in a single step, so that its tests become tests of that value. */
export function shifted(reader: Reader, node: Expression): Term | undefined {
  const type = pointTypeOf(reader, node);
  const step = type && stepOf(reader, node);
  const inner = step && pointTerm(reader, step.from);
  if (type === undefined || step === undefined || inner === undefined) return undefined;
  const { results, isWhole } = type;
  const toTest = (test: Test): Test => {
    const wanted = pointsOf(test).and(results);
    return inner.toPoints(step.back(isWhole ? wanted.whole() : wanted));
  };
  return { subject: inner.subject, values: valuesMade(reader, node, inner), toTest };
}

export function remainder(reader: Reader, node: Expression): Term | undefined {
  if (node.kind !== "binary" || node.operator !== "%") return undefined;
  const divisor = wholeConstant(reader, node.right);
  const { subject, toTest } = reader.term(node.left);
  if (divisor === undefined || divisor === 0n || toTest !== unchanged) return undefined;
  return {
    subject,
    values: valuesOfType(reader.typeOf(node)),
    toTest: (test) => ({ kind: "remainder", divisor, numbers: pointsOf(test) }),
  };
}

/** A double converted from an integer is never NaN. */
function valuesMade(reader: Reader, node: Expression, { values: { number } }: Term): Values {
  const values = valuesOfType(reader.typeOf(node));
  return values.number && number?.hasNotANumber !== true
    ? { number: { ...values.number, hasNotANumber: false } }
    : values;
}

/** Returns the needs of a step: its input has a value, and its result fits its type. */
export function stepNeeds(reader: Reader, node: Expression): readonly Formula[] | undefined {
  const isDivided = node.kind === "binary" && node.operator === "%" && isWholeType(reader, node);
  const divisor = isDivided ? wholeConstant(reader, node.right) : undefined;
  // By -1, the least int has none.
  if (isDivided && divisor !== undefined && divisor !== -1n) {
    return [...(divisor === 0n ? [never] : []), ...reader.needs(node.left)];
  }
  const type = pointTypeOf(reader, node);
  const step = type && stepOf(reader, node);
  const inner = step && pointTerm(reader, step.from);
  if (type === undefined || step === undefined || inner === undefined) return undefined;
  const test = inner.toPoints(step.back(type.results));
  const fits: Formula = { kind: "atom", subject: inner.subject, test };
  const left = withEffort({ left: effortOfReading }, () =>
    narrow(inner.subject.values, test, false),
  );
  const isSure = left !== undefined && left.value === undefined;
  return [...(isSure ? [] : [fits]), ...reader.needs(step.from)];
}

/**
 * Returns the operand of an operation that has at most one non-constant operand, and the inverse of the operation.
 */
function stepOf(reader: Reader, node: Expression): Step | undefined {
  switch (node.kind) {
    case "call":
      return conversionStep(reader, node);
    case "unary":
      return node.operator === "-" && isWholeType(reader, node)
        ? { from: node.operand, back: negated }
        : undefined;
    case "binary":
      return isWholeType(reader, node) ? arithmeticStep(reader, node) : undefined;
    default:
      return undefined;
  }
}

function isWholeType(reader: Reader, node: Expression): boolean {
  return pointTypeOf(reader, node)?.isWhole === true;
}

function arithmeticStep(
  reader: Reader,
  { operator, left, right }: Expression & { kind: "binary" },
): Step | undefined {
  const [one, other] = [wholeConstant(reader, left), wholeConstant(reader, right)];
  const constant = other ?? one;
  if (constant === undefined) return undefined;
  const from = other === undefined ? right : left;
  switch (operator) {
    case "+":
      return { from, back: (points) => points.mapped((end) => end - constant) };
    case "-":
      return other === undefined
        ? { from, back: (points) => points.reversed((end) => constant - end) }
        : { from, back: (points) => points.mapped((end) => end + constant) };
    case "*":
      return { from, back: (points) => factorsOf(points, constant) };
    case "/":
      return other === undefined ? undefined : { from, back: (points) => dividedBy(points, other) };
    default:
      return undefined;
  }
}

function conversionStep(
  reader: Reader,
  { name, target, arguments: [from, ...others] }: Expression & { kind: "call" },
): Step | undefined {
  if (from === undefined || target !== undefined || others.length > 0) return undefined;
  const way = conversions[`${name} ${reader.kindOf(from)}`];
  return way && { from, back: way };
}

const second = 1_000_000_000n;

function itself(points: Intervals): Intervals {
  return points;
}

const conversions: Readonly<Partial<Record<string, Step["back"]>>> = {
  "int int": itself,
  "int uint": itself,
  "int double": (points) =>
    cutOff(points).and(Intervals.between(-(2 ** 63), 2 ** 63, false, false)),
  "int duration": itself,
  "int timestamp": (points) => multiplied(points, second),
  "uint int": itself,
  "uint uint": itself,
  "uint double": (points) => cutOff(points).and(Intervals.between(0, 2 ** 64, true, false)),
  "double int": integersRoundedTo,
  "double uint": integersRoundedTo,
  "timestamp timestamp": itself,
  "timestamp int": (points) => factorsOf(points, second),
  "duration duration": itself,
};

function wholeConstant(reader: Reader, node: Expression): bigint | undefined {
  const constant = reader.fold(node);
  if (constant === undefined || constant.kind === "text" || constant.kind === "bool") {
    return undefined;
  }
  return typeof constant.value === "bigint" ? constant.value : undefined;
}

function negated(numbers: Intervals): Intervals {
  return numbers.reversed((end) => -end);
}

/** Returns the integers whose quotient is in the set; division truncates. */
function dividedBy(numbers: Intervals, divisor: bigint): Intervals {
  if (divisor === 0n) return Intervals.none;
  if (divisor < 0n) return dividedBy(negated(numbers), -divisor);
  const rest = divisor - 1n;
  return numbers.mapped(
    (low) => low * divisor - (low <= 0n ? rest : 0n),
    (high) => high * divisor + (high >= 0n ? rest : 0n),
  );
}

function factorsOf(numbers: Intervals, factor: bigint): Intervals {
  if (factor === 0n) return numbers.includes(0n) ? Intervals.all : Intervals.none;
  if (factor < 0n) return factorsOf(negated(numbers), -factor);
  return numbers.mapped(
    (low) => -floorOf(-low, factor),
    (high) => floorOf(high, factor),
  );
}

function floorOf(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  return quotient * divisor > value ? quotient - 1n : quotient;
}

function multiplied(numbers: Intervals, unit: bigint): Intervals {
  return numbers.mapped(
    (low) => low * unit,
    (high) => high * unit + unit - 1n,
  );
}

/** Returns the doubles that truncate to a number in the set. */
function cutOff(numbers: Intervals): Intervals {
  const cut = numbers.whole().list.map(({ low, high }) => {
    const isBelow = low > 0n;
    const isAbove = high < 0n;
    const [from, to] = [isBelow ? low : less(low), isAbove ? high : more(high)];
    return Intervals.between(from, to, isBelow, isAbove);
  });
  return Intervals.anyOf(cut);
}

function less(point: Point): Point {
  return typeof point === "bigint" ? point - 1n : point;
}

function more(point: Point): Point {
  return typeof point === "bigint" ? point + 1n : point;
}
