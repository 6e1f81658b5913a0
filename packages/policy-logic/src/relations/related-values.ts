import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { Constant } from "../constant.ts";
import {
  sideKey,
  type Relation,
  type Side,
  type Subject,
  type PointKind,
  type Values,
} from "../formula.ts";
import { Intervals } from "../values/intervals.ts";
import { onlyValue } from "./items.ts";
import { inOrder, type Constraint } from "./order.ts";
import { OrderedTexts } from "./ordered-texts.ts";
import { RealPoints, WholePoints } from "./points.ts";

export interface RelationLiteral {
  readonly atom: Relation;
  readonly holds: boolean;
}

export interface Left {
  readonly subject: Subject;
  readonly values: Values;
}

interface SideLeft {
  readonly side: Side;
  readonly values: Values;
}

type Found = { readonly kind: "values"; readonly values: readonly SideLeft[] } | "none" | "unknown";

export function relatedValues(
  literals: readonly RelationLiteral[],
  valuesOf: (side: Side) => Values,
): Found {
  const groups = new Map<Kind, RelationLiteral[]>();
  for (const literal of literals) {
    const kind = kindOf(valuesOf(literal.atom.left));
    if (kind === undefined || kind !== kindOf(valuesOf(literal.atom.right))) {
      return "unknown";
    }
    groups.set(kind, [...(groups.get(kind) ?? []), literal]);
  }
  const found: SideLeft[] = [];
  let isUnknown = false;
  for (const [kind, group] of groups) {
    const some = valuesOfKind(kind, group, valuesOf);
    if (some === "none") return some;
    if (some === "unknown") isUnknown = true;
    else found.push(...some.values);
  }
  return isUnknown ? "unknown" : { kind: "values", values: found };
}

type Kind = PointKind | "real" | "text";

function kindOf({ number, ...others }: Values): Kind | undefined {
  const kinds = Object.keys(others).filter((kind) => others[kind as keyof typeof others]);
  if (number !== undefined) {
    return kinds.length > 0 ? undefined : number.isWhole ? "number" : "real";
  }
  const [only = "other", ...more] = kinds;
  return more.length > 0 || only === "bool" || only === "other" ? undefined : (only as Kind);
}

function valuesOfKind(
  kind: Kind,
  literals: readonly RelationLiteral[],
  valuesOf: (side: Side) => Values,
): Found {
  if (kind !== "real") return solved(kind, literals, valuesOf);
  const found = solved(kind, literals, valuesOf);
  if (found !== "none") return found;
  // For the number that is no number no relation holds.
  const held = new Set(
    literals.flatMap(({ atom, holds }) => (holds ? [sideKey(atom.left), sideKey(atom.right)] : [])),
  );
  const isNotANumber = (side: Side): boolean =>
    valuesOf(side).number?.hasNotANumber === true && !held.has(sideKey(side));
  const left = literals.filter(({ atom }) => ![atom.left, atom.right].some(isNotANumber));
  if (left.length === literals.length) return "none";
  const others = solved(kind, left, valuesOf);
  if (typeof others === "string") return others;
  const values = { number: { points: Intervals.none, isWhole: false, hasNotANumber: true } };
  const sides = new Map(
    literals
      .flatMap(({ atom }) => [atom.left, atom.right])
      .filter(isNotANumber)
      .map((side) => [sideKey(side), side]),
  );
  const added = [...sides.values()].map((side) => ({ side, values }));
  return { kind: "values", values: [...others.values, ...added] };
}

function solved(
  kind: Kind,
  literals: readonly RelationLiteral[],
  valuesOf: (side: Side) => Values,
): Found {
  const sides = new Map<string, { readonly index: number; readonly side: Side }>();
  const numberOf = (side: Side): number =>
    getOrAdd(sides, sideKey(side), () => ({ index: sides.size, side })).index;
  const orders: Constraint[] = [];
  const differences: Constraint[] = [];
  for (const { atom, holds } of literals) {
    const { operator, left, right } = atom;
    const [one, other] = [numberOf(left), numberOf(right)];
    const distance = (left.shift ?? 0n) - (right.shift ?? 0n);
    const atMost = { one, other, distance };
    const atLeast = { one: other, other: one, distance: -distance };
    const beyond = (order: Constraint): Constraint => ({ ...order, distance: order.distance + 1n });
    switch (operator) {
      case "==":
        if (holds) orders.push(atMost, atLeast);
        else differences.push(atMost);
        break;
      case "<":
        orders.push(holds ? beyond(atMost) : atLeast);
        break;
      case "<=":
        orders.push(holds ? atMost : beyond(atLeast));
    }
  }
  const all = [...sides.values()].map(({ side }) => side);
  const found = constantsFor(kind, all.map(valuesOf), orders, differences);
  if (typeof found === "string") return found;
  const values = all.flatMap((side, index) => {
    const constant = found[index];
    const only = constant && onlyValue(valuesOf(side), constant);
    return only === undefined ? [] : [{ side, values: only }];
  });
  return values.length < all.length ? "unknown" : { kind: "values", values };
}

function constantsFor(
  kind: Kind,
  all: readonly Values[],
  orders: readonly Constraint[],
  differences: readonly Constraint[],
): readonly Constant[] | "none" | "unknown" {
  if (kind === "text") {
    const sets = all.flatMap(({ text }) => (text === undefined ? [] : [new OrderedTexts(text)]));
    const found = inOrder<OrderedTexts, string>(sets, orders, differences);
    return typeof found === "string" ? found : found.map((value) => ({ kind, value }));
  }
  if (kind === "real") {
    const sets = all.map(({ number }) => new RealPoints(number?.points ?? Intervals.none));
    const found = inOrder<RealPoints, number>(sets, orders, differences);
    if (typeof found === "string") return found;
    return found.map((value) => ({ kind: "number", value }));
  }
  const sets = all.map((values) => wholePoints(kind, values));
  const found = inOrder<WholePoints, bigint>(sets, orders, differences);
  if (typeof found === "string") return found;
  // The least values of all are not what anybody expects.
  const likely = sets.map((set) => set.from(usualStart[kind]));
  const usual = inOrder<WholePoints, bigint>(likely, orders, differences);
  const values = typeof usual === "string" ? found : usual;
  return values.map((value) => ({ kind, value }));
}

const usualStart: Readonly<Record<PointKind, bigint>> = {
  number: 0n,
  duration: 0n,
  // The beginning of 2024.
  timestamp: 1_704_067_200_000_000_000n,
};

const everyPoint = Intervals.between(-(2n ** 70n), 2n ** 70n);

function wholePoints(kind: PointKind, { number, duration, timestamp }: Values): WholePoints {
  if (kind === "timestamp") {
    return new WholePoints(everyPoint, timestamp ? [{ of: timestamp, distance: 0n }] : []);
  }
  const points = kind === "number" ? number?.points : duration;
  return new WholePoints((points ?? Intervals.none).and(everyPoint).whole());
}
