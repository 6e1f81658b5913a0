import type { Atom, PointKind, Test, Values } from "../formula.ts";
import type { Literal } from "../theory.ts";
import { Intervals } from "../values/intervals.ts";

/**
 * Normalizes a question to one question of a pair of opposites: `size > 0` for `size == 0`, `x >= 5` for `x < 5` and
 * `x > 4`. It is chosen so that the answer no is the simpler case: an empty list, a small number.
 */
export function normalLiteral(atom: Atom): Literal {
  const { subject, test } = atom;
  const range = rangeOf(subject.values);
  const asked = range && pointsIn(test, range.of);
  if (range === undefined || asked === undefined) return { atom, holds: true };
  const points = range.points.and(asked).whole();
  const holds = !points.includes(range.points.list[0]?.low ?? 0n);
  const of = holds ? points : range.points.and(points.complement()).whole();
  return {
    atom: { kind: "atom", subject, test: { kind: "points", of: range.of, points: of } },
    holds,
  };
}

function rangeOf(
  values: Values,
): { readonly of: PointKind; readonly points: Intervals } | undefined {
  const [only, ...others] = Object.entries(values).filter(([, some]) => some !== undefined);
  if (only === undefined || others.length > 0) return undefined;
  const { number, duration } = values;
  if (duration !== undefined) return { of: "duration", points: duration };
  return number?.isWhole === true && !number.hasNotANumber
    ? { of: "number", points: number.points.whole() }
    : undefined;
}

function pointsIn(test: Test, of: PointKind): Intervals | undefined {
  switch (test.kind) {
    case "points":
      return test.of === of ? test.points : undefined;
    case "order":
      return test.constant.kind === of
        ? Intervals.comparedWith(test.operator, test.constant.value)
        : undefined;
    case "one-of":
      return Intervals.points(
        [...test.constants.values()].flatMap((one) => (one.kind === of ? [one.value] : [])),
      );
    default:
      return undefined;
  }
}
