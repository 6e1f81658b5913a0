import type { CelType } from "@traffic-policy/policy-language";
import type { Constant } from "./constant.ts";
import type { Numbers, PointKind, Test, Values } from "./formula.ts";
import { Intervals, type Point } from "./values/intervals.ts";
import { Lists } from "./lists.ts";
import { questionText } from "./values/question-text.ts";
import { memberWith } from "./values/remainders.ts";
import { Texts } from "./values/texts.ts";
import type { TextTest } from "./values/text-test.ts";
import { Times } from "./values/times.ts";

const least = -(2n ** 63n);
const most = 2n ** 63n - 1n;

function wholeNumbers(low: Point, high: Point): Values {
  const points = Intervals.between(low, high);
  return { number: { points, isWhole: true, hasNotANumber: false } };
}

const bool: Values = { bool: [true, false] };
const text: Values = { text: Texts.all };
const timestamp: Values = { timestamp: Times.all };
const duration: Values = { duration: Intervals.between(least, most) };
const double: Values = {
  number: { points: Intervals.all, isWhole: false, hasNotANumber: true },
};

/** All values that a type has; every value for a type that is known at run time only. */
export function valuesOfType(type: CelType | undefined): Values {
  // What is known of the items of one list is kept with it.
  if (type?.kind === "list") return { list: Lists.all({ narrow, members }) };
  return (type && ofKind[type.kind]) ?? everything;
}

const everything: Values = { ...bool, ...double, ...text, ...timestamp, ...duration, other: true };

const ofKind: Readonly<Partial<Record<CelType["kind"], Values>>> = {
  bool,
  string: text,
  timestamp,
  duration,
  double,
  int: wholeNumbers(least, most),
  uint: wholeNumbers(0n, 2n ** 64n - 1n),
  // What no test is about.
  bytes: { other: true },
  map: { other: true },
  record: { other: true },
  null: { other: true },
};

/** A key shared by two sets only when their values are of the same types. */
export function typeKey({ number, ...others }: Values): string {
  const kinds = Object.keys(others);
  return [...kinds, ...(number ? [number.isWhole ? "whole" : "number"] : [])].join(" ");
}

export function isSameType(one: Values, other: Values): boolean {
  return one === other || typeKey(one) === typeKey(other);
}

export const sizes = wholeNumbers(0n, most);

export function numbersBetween([low, high]: readonly [low: Point, high: Point]): Values {
  const points = Intervals.between(least, most).and(Intervals.between(low, high)).whole();
  return { number: { points, isWhole: true, hasNotANumber: false } };
}

/** The values for which a test holds, or does not; undefined when there certainly are none. */
export function narrow(values: Values, test: Test, holds: boolean): Values | undefined {
  const left = narrowed(values, test, holds);
  return isEmpty(left) ? undefined : left;
}

/** True when two tests are the same; `false` is not conclusive. */
export function isSame(one: Test, other: Test): boolean {
  if (one === other) return true;
  if (one.kind === "points" && other.kind === "points") {
    return one.of === other.of && String(one.points) === String(other.points);
  }
  if (one.kind !== "list" || other.kind !== "list" || one.test.kind !== other.test.kind)
    return false;
  return questionText(one) === questionText(other);
}

/** True unless no value can have this answer to a test; `false` is certain. */
export function isPossibleFor(values: Values, test: Test, holds: boolean): boolean {
  return isUnrestricted(values, test, holds) || narrow(values, test, holds) !== undefined;
}

/** True when it is plain that some value has this answer to a test; `false` is not conclusive. */
export function isUnrestricted(values: Values, test: Test, holds: boolean): boolean {
  if (test.kind === "list") return values.list?.hasPlainly([{ test: test.test, holds }]) === true;
  const { text: texts, bool: bools } = values;
  const isAnyText = texts === Texts.all;
  if (test.kind === "text") {
    // An empty text begins, ends and is a part of each.
    const { test: asked } = test;
    return isAnyText && "text" in asked && asked.kind !== "order" && (holds || asked.text !== "");
  }
  if (test.kind !== "one-of") return false;
  const [first] = test.constants.values();
  if (first?.kind === "bool" && test.constants.size === 1) {
    return bools?.includes(first.value === holds) === true;
  }
  return isAnyText && (!holds || first?.kind === "text");
}

function narrowed(values: Values, test: Test, holds: boolean): Values {
  switch (test.kind) {
    case "one-of":
      return oneOf(values, [...test.constants.values()], holds);
    case "is": {
      const { [test.of]: kind, ...others } = values;
      return holds ? { [test.of]: kind } : others;
    }
    case "order":
      return withOthers(values, inOrder(values, test, holds), holds);
    case "points":
      return withOthers(values, pointsIn(values, test.of, test.points, holds), holds);
    case "text":
      return withOthers(values, textsWith(values.text, test.test, holds), holds);
    case "remainder": {
      const { divisor, numbers } = test;
      const { number } = values;
      const own = { divisor, numbers: holds ? numbers : numbers.complement() };
      const left = number && { ...number, remainders: [...(number.remainders ?? []), own] };
      return withOthers(values, left ? { number: left } : {}, holds);
    }
    case "list": {
      const lists = values.list?.where(test.test, holds);
      return withOthers(values, lists ? { list: lists } : {}, holds);
    }
    case "time-part": {
      const numbers = holds ? test.numbers : test.numbers.complement();
      const times = values.timestamp?.withPart(test.name, numbers);
      return withOthers(values, times ? { timestamp: times } : {}, holds);
    }
  }
}

function withOthers(values: Values, left: Values, holds: boolean): Values {
  return holds ? left : { ...values, ...left };
}

function textsWith(texts: Texts | undefined, test: TextTest, holds: boolean): Values {
  return texts === undefined ? {} : { text: texts.where(test, holds) };
}

function numbersIn(numbers: Numbers | undefined, points: Intervals, holds: boolean): Values {
  if (numbers === undefined) return {};
  const left = numbers.points.and(holds ? points : points.complement());
  return {
    number: {
      ...numbers,
      isWhole: numbers.isWhole,
      points: numbers.isWhole ? left.whole() : left,
      hasNotANumber: numbers.hasNotANumber && !holds,
    },
  };
}

function oneOf(values: Values, constants: readonly Constant[], holds: boolean): Values {
  const bools: boolean[] = [];
  const texts = new Set<string>();
  const points: Record<PointKind, Point[]> = { number: [], timestamp: [], duration: [] };
  for (const constant of constants) {
    if (constant.kind === "bool") bools.push(constant.value);
    else if (constant.kind === "text") texts.add(constant.value);
    else points[constant.kind].push(constant.value);
  }
  const left: { -readonly [Kind in keyof Values]: Values[Kind] } = {};
  if (values.bool) left.bool = values.bool.filter((value) => bools.includes(value) === holds);
  if (values.text) left.text = values.text.where({ kind: "one-of", texts }, holds);
  for (const kind of ["number", "timestamp", "duration"] as const) {
    if (!values[kind]) continue;
    Object.assign(left, pointsIn(values, kind, Intervals.points(points[kind]), holds));
  }
  if (values.other && !holds) left.other = true;
  if (values.list && !holds) left.list = values.list;
  return left;
}

function inOrder(
  values: Values,
  { operator, constant }: Test & { kind: "order" },
  holds: boolean,
): Values {
  switch (constant.kind) {
    case "text":
      return textsWith(values.text, { kind: "order", operator, text: constant.value }, holds);
    case "bool": {
      // `false` comes before `true`.
      const wanted = Intervals.comparedWith(operator, Number(constant.value));
      const bools = values.bool?.filter((value) => wanted.includes(Number(value)) === holds);
      return bools === undefined ? {} : { bool: bools };
    }
    default: {
      const points = Intervals.comparedWith(operator, constant.value);
      return pointsIn(values, constant.kind, points, holds);
    }
  }
}

function pointsIn(values: Values, kind: PointKind, points: Intervals, holds: boolean): Values {
  if (kind === "number") return numbersIn(values.number, points, holds);
  const wanted = holds ? points : points.complement();
  if (kind === "duration") {
    return values.duration ? { duration: values.duration.and(wanted).whole() } : {};
  }
  return values.timestamp ? { timestamp: values.timestamp.within(wanted) } : {};
}

function isEmpty(values: Values): boolean {
  const { number } = values;
  return (
    values.other === undefined &&
    (values.bool?.length ?? 0) === 0 &&
    (number === undefined || (hasNone(number) && !number.hasNotANumber)) &&
    values.duration?.isEmpty !== false &&
    values.timestamp?.member === undefined &&
    values.list?.isEmpty !== false &&
    values.text?.isEmpty !== false
  );
}

function hasNone({ points, remainders }: Numbers): boolean {
  return remainders === undefined ? points.isEmpty : memberWith(points, remainders) === undefined;
}

/** Several of the values, the likely ones first; none when none is known. */
export function* members(values: Values): Generator<Constant> {
  for (const value of values.bool ?? []) yield { kind: "bool", value };
  if (values.number !== undefined) {
    const { points: all, remainders } = values.number;
    const member = remainders && memberWith(all, remainders);
    const points = typeof member === "bigint" ? Intervals.points([member]) : all;
    const given = new Set<Point>();
    const ends = points.list.flatMap(({ low, high }) => [low, high]);
    const near = ends.filter((end) => Number.isSafeInteger(Number(end)));
    for (const wish of [...near, 0n, 1n, ...ends]) {
      const value = points.nearest(wish);
      if (value === undefined || given.has(value)) continue;
      given.add(value);
      yield { kind: "number", value };
    }
  }
  for (const value of values.text?.members() ?? []) yield { kind: "text", value };
  const time = values.timestamp?.member;
  if (time !== undefined) yield { kind: "timestamp", value: time };
  const length = values.duration?.nearest(0n);
  if (length !== undefined) yield { kind: "duration", value: BigInt(length) };
}
