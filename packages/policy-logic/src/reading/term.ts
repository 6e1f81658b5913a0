import type { Expression } from "@traffic-policy/policy-language";
import type { Constant } from "../constant.ts";
import type { ItemOf, Subject, PointKind, Test, Values } from "../formula.ts";
import { Intervals } from "../values/intervals.ts";

/** A value that is computed from a subject. */
export interface Term {
  readonly subject: Subject;
  readonly values: Values;
  readonly toTest: (test: Test) => Test;
  readonly isItself?: true;
  readonly item?: ItemOf;
}

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

/** The operand of `size(…)` or `….size()`; undefined for anything else. */
export function sizedOperand(node: Expression): Expression | undefined {
  if (node.kind !== "call" || node.name !== "size") return undefined;
  const [operand, ...others] = [...(node.target ? [node.target] : []), ...node.arguments];
  return others.length === 0 ? operand : undefined;
}
