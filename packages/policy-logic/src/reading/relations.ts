import type { Binary, Expression } from "@traffic-policy/policy-language";
import {
  always,
  any,
  never,
  not,
  requires,
  sideKey,
  type Formula,
  type Side,
  type Subject,
  type PointKind,
} from "../formula.ts";
import { Intervals } from "../values/intervals.ts";
import { allTimes } from "../values/times.ts";
import { numberAtom } from "./atoms.ts";
import type { Reader } from "./reader.ts";

/** Reads comparisons between two subjects, such as `a == b`, `a < b`, `a - b > 5`; undefined for anything else. */
export function between(reader: Reader, node: Binary): Formula | undefined {
  const { operator, left, right } = node;
  if (operator === "!=") {
    const equal = between(reader, { ...node, operator: "==" });
    return equal && not(equal);
  }
  if (operator === ">")
    return between(reader, { ...node, operator: "<", left: right, right: left });
  if (operator === ">=") {
    return between(reader, { ...node, operator: "<=", left: right, right: left });
  }
  if (operator !== "==" && operator !== "<" && operator !== "<=") return undefined;
  const kind = reader.kindOf(left);
  if (kind === undefined || kind !== reader.kindOf(right)) return undefined;
  if (kind in resultsOf) return betweenPoints(reader, operator, left, right);
  if (reader.fold(left) !== undefined || reader.fold(right) !== undefined) return undefined;
  const [one, other] = [sideOf(reader, left), sideOf(reader, right)];
  if (one === undefined || other === undefined) return undefined;
  const needs = [...reader.needs(left), ...reader.needs(right)];
  if (kind === "string") return requires(needs, ofTexts(operator, one, other));
  if (kind !== "double") return undefined;
  // The number that is no number has no order: it fails, or is neither less nor greater.
  const isOrdered =
    operator === "=="
      ? []
      : [one, other].map(({ subject }) =>
          any([numberAtom(subject, Intervals.all), reader.flag("NaN can be compared", node)]),
        );
  return requires([...needs, ...isOrdered], relation(operator, one, other));
}

function relation(operator: Operator, left: Side, right: Side): Formula {
  return { kind: "relation", operator, left, right };
}

function ofTexts(operator: Operator, left: Side, right: Side): Formula {
  if (sideKey(left) <= sideKey(right)) return relation(operator, left, right);
  if (operator === "==") return relation(operator, right, left);
  return not(relation(operator === "<" ? "<=" : "<", right, left));
}

function ofPoints(operator: Operator, left: Subject, right: Subject, shift: bigint): Formula {
  if (operator === "<") return ofPoints("<=", left, right, shift + 1n);
  const moved = (subject: Subject, by: bigint): Side => ({
    subject,
    ...(by !== 0n && { shift: by }),
  });
  if (left.key <= right.key) return relation(operator, moved(left, shift), { subject: right });
  if (operator === "==") return relation(operator, moved(right, -shift), { subject: left });
  return not(relation(operator, moved(right, 1n - shift), { subject: left }));
}

/** Reads `a - b in [1, 2]`: tests the difference of two subjects against constants; undefined for other values. */
export function differenceIn(
  reader: Reader,
  left: Expression,
  constants: readonly Expression[],
): Formula | undefined {
  if (left.kind !== "binary" || constants.length === 0) return undefined;
  const equalities = constants.map((right) =>
    between(reader, { kind: "binary", operator: "==", left, right }),
  );
  return equalities.every((one) => one !== undefined) ? any(equalities) : undefined;
}

/**
 * Returns the subject, or item of a subject, that is exactly the value of an expression, not merely an input to it.
 */
function sideOf(reader: Reader, node: Expression): Side | undefined {
  if (reader.isOpen(node)) return undefined;
  const { subject, item, isItself } = reader.term(node);
  if (subject.varies || (isItself === undefined && item === undefined)) return undefined;
  return { subject, ...(item && { item }) };
}

interface Part {
  readonly subject: Subject;
  readonly of: PointKind;
}

interface Sum {
  readonly plus?: Part | undefined;
  readonly minus?: Part | undefined;
  readonly constant: bigint;
}

interface Needy extends Sum {
  readonly needs: readonly Formula[];
}

const wholeRange = Intervals.between(-(2n ** 63n), 2n ** 63n - 1n);

const resultsOf: Readonly<Record<string, { readonly of: PointKind; readonly points: Intervals }>> =
  {
    int: { of: "number", points: wholeRange },
    duration: { of: "duration", points: wholeRange },
    timestamp: { of: "timestamp", points: allTimes },
  };

type Operator = "==" | "<" | "<=";

function betweenPoints(
  reader: Reader,
  operator: Operator,
  left: Expression,
  right: Expression,
): Formula | undefined {
  const [one, other] = [sumOf(reader, left), sumOf(reader, right)];
  if (one === undefined || other === undefined) return undefined;
  const difference = minus(one, other);
  if (difference === undefined) return undefined;
  // What follows from one subject is compared with constants elsewhere.
  const isOfTwo = difference.plus !== undefined && difference.minus !== undefined;
  const hasConstant = reader.fold(left) !== undefined || reader.fold(right) !== undefined;
  if (hasConstant && !isOfTwo) return undefined;
  return requires([...one.needs, ...other.needs], compared(difference, operator));
}

function sumOf(reader: Reader, node: Expression): Needy | undefined {
  const constant = reader.fold(node)?.value;
  if (constant !== undefined) {
    return typeof constant === "bigint" ? { constant, needs: [] } : undefined;
  }
  const { of, points } = resultsOf[reader.kindOf(node) ?? ""] ?? {};
  if (of === undefined || points === undefined) return undefined;
  if (node.kind !== "binary" || (node.operator !== "+" && node.operator !== "-")) {
    const { subject, item } = sideOf(reader, node) ?? {};
    if (subject === undefined || item !== undefined) return undefined;
    return { plus: { subject, of }, constant: 0n, needs: reader.needs(node) };
  }
  const [one, other] = [sumOf(reader, node.left), sumOf(reader, node.right)];
  if (one === undefined || other === undefined) return undefined;
  const sum = node.operator === "-" ? minus(one, other) : plus(one, other);
  return sum && { ...sum, needs: [...fits(sum, points), ...one.needs, ...other.needs] };
}

function plus(one: Sum, other: Sum): Sum | undefined {
  return minus(one, { plus: other.minus, minus: other.plus, constant: -other.constant });
}

/** Returns undefined when more than one subject would be added, or subtracted. */
function minus(one: Sum, other: Sum): Sum | undefined {
  const added = [one.plus, other.minus].filter((part) => part !== undefined);
  const taken: Part[] = [];
  for (const part of [one.minus, other.plus]) {
    const same = added.findIndex(({ subject }) => subject.key === part?.subject.key);
    if (same >= 0) added.splice(same, 1);
    else if (part !== undefined) taken.push(part);
  }
  if (added.length > 1 || taken.length > 1) return undefined;
  return { plus: added[0], minus: taken[0], constant: one.constant - other.constant };
}

function compared({ plus: added, minus: taken, constant }: Sum, operator: Operator): Formula {
  if (added !== undefined && taken !== undefined) {
    return ofPoints(operator, added.subject, taken.subject, constant);
  }
  const points = Intervals.comparedWith(operator, -constant);
  if (added !== undefined) return pointAtom(added, points);
  if (taken !== undefined)
    return pointAtom(
      taken,
      points.reversed((end) => -end),
    );
  return points.includes(0n) ? always : never;
}

function pointAtom({ subject, of }: Part, points: Intervals): Formula {
  return { kind: "atom", subject, test: { kind: "points", of, points } };
}

function fits(sum: Sum, { list }: Intervals): Formula[] {
  const [low, high] = [list[0]?.low ?? 0n, list.at(-1)?.high ?? 0n].map(BigInt) as [bigint, bigint];
  const { plus: added, minus: taken, constant } = sum;
  const [from, to] = rangeOf(added);
  const [first, last] = rangeOf(taken);
  const isSure = from - last + constant >= low && to - first + constant <= high;
  const needs = [
    compared({ ...sum, constant: constant - high }, "<="),
    compared({ plus: taken, minus: added, constant: low - constant }, "<="),
  ];
  return isSure ? [] : needs;
}

function rangeOf(part: Part | undefined): readonly [least: bigint, greatest: bigint] {
  if (part === undefined) return [0n, 0n];
  const { number, duration } = part.subject.values;
  const { list } = part.of === "timestamp" ? allTimes : (number?.points ?? duration ?? wholeRange);
  return [BigInt(list[0]?.low ?? 0n), BigInt(list.at(-1)?.high ?? 0n)];
}
