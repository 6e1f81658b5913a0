import { compareConstants, keyOf, type Constant } from "./constant.ts";
import {
  sideKey,
  type Atom,
  type Relation,
  type PointKind,
  type Test,
  type Values,
} from "./formula.ts";
import type { Literal } from "./theory.ts";
import { Intervals } from "./values/intervals.ts";
import { holdsFor } from "./values/texts.ts";
import type { TextTest } from "./values/text-test.ts";

/** The answer to a second question that follows when the first is true. */
type Said = "yes" | "no" | undefined;

/** Returns clauses that always hold between two questions about the same subjects. Only cheap ones are found. */
export function lemmas(
  one: Atom | Relation,
  other: Atom | Relation,
): readonly (readonly Literal[])[] {
  if (one.kind === "relation") {
    return other.kind === "relation" ? clauses(one, other, saidOfRelation) : [];
  }
  if (other.kind === "relation") return [];
  if (one.subject.key !== other.subject.key) return [];
  const found = clauses(one, other, ({ test: given }, { test: asked }) => saidOf(given, asked));
  return isOneTrue(one.subject.values, one.test, other.test)
    ? [...found, [yes(one), yes(other)]]
    : found;
}

function yes(atom: Atom | Relation): Literal {
  return { atom, holds: true };
}

function no(atom: Atom | Relation): Literal {
  return { atom, holds: false };
}

function clauses<Asked extends Atom | Relation>(
  one: Asked,
  other: Asked,
  saidBy: (given: Asked, asked: Asked) => Said,
): Literal[][] {
  const [first, second] = [saidBy(one, other), saidBy(other, one)];
  return [
    // That they exclude each other is the same both ways.
    ...(first === "no" || second === "no" ? [[no(one), no(other)]] : []),
    ...(first === "yes" ? [[no(one), yes(other)]] : []),
    ...(second === "yes" ? [[no(other), yes(one)]] : []),
  ];
}

function saidOf(given: Test, asked: Test): Said {
  if (given.kind === "one-of") {
    let answer: boolean | undefined;
    for (const one of given.constants.values()) {
      const own = isTrue(asked, one);
      if (own === undefined || (answer !== undefined && own !== answer)) return undefined;
      answer = own;
    }
    return answer === undefined ? undefined : answer ? "yes" : "no";
  }
  const [points, others] = [pointsOf(given), pointsOf(asked)];
  if (points !== undefined && others !== undefined && points.of === others.of) {
    if (points.points.and(others.points).isEmpty) return "no";
    return points.points.and(others.points.complement()).isEmpty ? "yes" : undefined;
  }
  return given.kind === "text" && asked.kind === "text"
    ? saidOfText(given.test, asked.test)
    : undefined;
}

function isOneTrue(values: Values, one: Test, other: Test): boolean {
  const [points, others] = [pointsOf(one), pointsOf(other)];
  if (points === undefined || points.of !== others?.of) return false;
  const { number, duration, ...rest } = values;
  if (Object.values(rest).some((some) => some !== undefined)) return false;
  const all =
    points.of === "number" ? (duration ? undefined : number) : number ? undefined : duration;
  if (all === undefined || ("hasNotANumber" in all && all.hasNotANumber)) return false;
  const possible = "points" in all ? all.points : all;
  return possible.and(points.points.complement()).and(others.points.complement()).isEmpty;
}

function pointsOf(test: Test): { readonly of: PointKind; readonly points: Intervals } | undefined {
  if (test.kind === "points") return test;
  if (test.kind !== "order") return undefined;
  const { operator, constant } = test;
  return constant.kind === "text" || constant.kind === "bool"
    ? undefined
    : { of: constant.kind, points: Intervals.comparedWith(operator, constant.value) };
}

function isTrue(test: Test, constant: Constant): boolean | undefined {
  switch (test.kind) {
    case "one-of":
      return test.constants.has(keyOf(constant));
    case "order": {
      const order = compareConstants(constant, test.constant);
      return order !== undefined && Intervals.comparedWith(test.operator, 0).includes(order);
    }
    case "points":
      if (constant.kind !== test.of) return false;
      return test.points.includes(constant.value);
    case "text":
      return constant.kind === "text" && holdsFor(constant.value, test.test);
    case "is":
      return constant.kind === test.of;
    default:
      return undefined;
  }
}

function saidOfText(given: TextTest, asked: TextTest): Said {
  if (!("text" in given) || !("text" in asked) || given.kind === "order") return undefined;
  switch (asked.kind) {
    case "startsWith":
      if (given.kind !== "startsWith") return undefined;
      if (given.text.startsWith(asked.text)) return "yes";
      return asked.text.startsWith(given.text) ? undefined : "no";
    case "endsWith":
      if (given.kind !== "endsWith") return undefined;
      if (given.text.endsWith(asked.text)) return "yes";
      return asked.text.endsWith(given.text) ? undefined : "no";
    case "contains":
      return given.text.includes(asked.text) ? "yes" : undefined;
    default:
      return undefined;
  }
}

function saidOfRelation(given: Relation, asked: Relation): Said {
  const [one, other] = [distanceOf(given), distanceOf(asked)];
  const isAboutSame =
    sideKey(given.left) === sideKey(asked.left) && sideKey(given.right) === sideKey(asked.right);
  if (!isAboutSame) return undefined;
  if (asked.operator !== "==") {
    if (one >= other) return "yes";
    return given.operator === "==" ? "no" : undefined;
  }
  return (given.operator === "==" ? one !== other : one > other) ? "no" : undefined;
}

function distanceOf({ operator, left, right }: Relation): bigint {
  return (left.shift ?? 0n) - (right.shift ?? 0n) + (operator === "<" ? 1n : 0n);
}
