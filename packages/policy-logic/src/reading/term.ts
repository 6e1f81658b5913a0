import type { Constant } from "../constant.ts";
import type { ItemOf, Subject, PointKind, Test, Values } from "../formula.ts";
import { Intervals } from "../values/intervals.ts";

/** A value that follows from a subject. */
export interface Term {
  readonly subject: Subject;
  /** What it can be, as long as nothing is asked. */
  readonly values: Values;
  /** Makes a test of the subject from one of the value. */
  readonly toTest: (test: Test) => Test;
  /** Whether it is the value of the subject itself. */
  readonly isItself?: true;
  /** For the value of an item of a list: which one. */
  readonly item?: ItemOf;
}

/** How a value is asked that follows from nothing else. */
export function unchanged(test: Test): Test {
  return test;
}

export function pointsOf(test: Test): Intervals {
  switch (test.kind) {
    case "points":
      return test.points;
    case "order":
      return isPoint(test.constant)
        ? Intervals.comparedWith(test.operator, test.constant.value)
        : Intervals.none;
    case "one-of":
      return Intervals.points(
        [...test.constants.values()].filter(isPoint).map(({ value }) => value),
      );
    default:
      return Intervals.none;
  }
}

function isPoint(constant: Constant): constant is Constant & { readonly kind: PointKind } {
  return constant.kind !== "text" && constant.kind !== "bool";
}

export function ofNumbers(test: Test): Test {
  return { kind: "points", of: "number", points: pointsOf(test) };
}
