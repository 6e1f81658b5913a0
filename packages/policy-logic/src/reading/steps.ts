import { printExpression, type Expression } from "@traffic-policy/policy-language";
import type { Formula } from "../formula.ts";
import { Intervals } from "../values/intervals.ts";
import { allTimes } from "../values/times.ts";
import { narrow, valuesOfType, type PointKind, type Test } from "../values/values.ts";
import type { Reader } from "./reader.ts";
import { pointsOf, type Term } from "./term.ts";

/** What a term of points is, whatever it follows from: tests of it are sets of points. */
interface PointTerm extends Term {
  readonly of: PointKind;
  readonly toPoints: (points: Intervals) => Test;
}

/** One step from a value to another. */
interface Step {
  readonly from: Expression;
  readonly to: PointKind;
  /** The values from which it leads to one of some points. */
  readonly back: (points: Intervals) => Intervals;
}

/** A term whose tests are sets of points; nothing for one of another kind. */
export function pointTerm(reader: Reader, node: Expression): PointTerm | undefined {
  const { subject, values, toTest } = reader.term(node);
  const toPointsOf = (of: PointKind): PointTerm => ({
    subject,
    values,
    toTest,
    of,
    toPoints: (points) => toTest({ kind: "points", of, points }),
  });
  switch (reader.kindOf(node)) {
    case "int":
      return toPointsOf("number");
    case "duration":
      return toPointsOf("duration");
    case "timestamp": {
      const isItself = subject.key === printExpression(reader.canonical(node));
      return { ...toPointsOf("timestamp"), ...(isItself && { toPoints: sameTimes }) };
    }
    default:
      return undefined;
  }
}

/** A value from which another one follows by a step, so that tests of that are tests of it. */
export function shifted(reader: Reader, node: Expression): Term | undefined {
  const step = stepOf(reader, node);
  const inner = step && pointTerm(reader, step.from);
  if (step === undefined || inner === undefined) return undefined;
  const range = resultsOf[step.to];
  const toTest = (test: Test): Test => inner.toPoints(step.back(pointsOf(test).and(range).whole()));
  return { subject: inner.subject, values: valuesOfType(reader.typeOf(node)), toTest };
}

/** That a step has a result that its type holds, and what it begins with is there. */
export function stepNeeds(reader: Reader, node: Expression): readonly Formula[] | undefined {
  const step = stepOf(reader, node);
  const inner = step && pointTerm(reader, step.from);
  if (step === undefined || inner === undefined) return undefined;
  const test = inner.toPoints(step.back(resultsOf[step.to]));
  const fits: Formula = { kind: "atom", subject: inner.subject, test };
  const isSure = narrow(inner.subject.values, test, false) === undefined;
  return [...(isSure ? [] : [fits]), ...reader.needs(step.from)];
}

/** What a number, time or duration is made of with one constant, and the way back. */
function stepOf(reader: Reader, node: Expression): Step | undefined {
  const to = pointKinds[reader.kindOf(node) ?? ""];
  if (to === undefined) return undefined;
  if (node.kind === "call" && node.name === "int" && node.target === undefined) {
    const [from] = node.arguments;
    if (from === undefined || reader.kindOf(from) !== "timestamp") return undefined;
    return { from, to, back: (points) => multiplied(points, 1_000_000_000n) };
  }
  if (node.kind !== "binary") return undefined;
  const { operator, left, right } = node;
  const [one, other] = [wholeConstant(reader, left), wholeConstant(reader, right)];
  const constant = other ?? one;
  if (constant === undefined) return undefined;
  const from = other === undefined ? right : left;
  if (operator === "+") {
    return { from, to, back: (points) => points.mapped((end) => end - constant) };
  }
  if (operator === "-") {
    const back = (points: Intervals): Intervals =>
      other === undefined
        ? points.reversed((end) => constant - end)
        : points.mapped((end) => end + constant);
    return { from, to, back };
  }
  return operator === "/" && other !== undefined && other > 0n
    ? { from, to, back: (points) => dividedBy(points, other) }
    : undefined;
}

const pointKinds: Readonly<Record<string, PointKind>> = {
  int: "number",
  timestamp: "timestamp",
  duration: "duration",
};

const wholeRange = Intervals.between(-(2n ** 63n), 2n ** 63n - 1n);

/** What a result must be, or the operation fails. */
const resultsOf: Readonly<Record<PointKind, Intervals>> = {
  number: wholeRange,
  duration: wholeRange,
  timestamp: allTimes,
};

export function sameTimes(points: Intervals): Test {
  return { kind: "points", of: "timestamp", points };
}

/** The value of a whole number, a time or a duration without variables. */
function wholeConstant(reader: Reader, node: Expression): bigint | undefined {
  const constant = reader.fold(node);
  if (constant === undefined || constant.kind === "text" || constant.kind === "bool") {
    return undefined;
  }
  return typeof constant.value === "bigint" ? constant.value : undefined;
}

/** The whole numbers that give one of these when they are divided; the rest is cut off. */
function dividedBy(numbers: Intervals, divisor: bigint): Intervals {
  const rest = divisor - 1n;
  return numbers.mapped(
    (low) => low * divisor - (low <= 0n ? rest : 0n),
    (high) => high * divisor + (high >= 0n ? rest : 0n),
  );
}

/** Everything from a multiple of a unit to before the next one. */
function multiplied(numbers: Intervals, unit: bigint): Intervals {
  return numbers.mapped(
    (low) => low * unit,
    (high) => high * unit + unit - 1n,
  );
}
