import { keyOf, type ConstantKind } from "../constant.ts";
import type { Formula, Subject, Test } from "../formula.ts";
import type { Intervals } from "../values/intervals.ts";

const isTrueTest: Test = {
  kind: "one-of",
  constants: new Map([[keyOf({ kind: "bool", value: true }), { kind: "bool", value: true }]]),
};

export function isTrueAtom(subject: Subject): Formula {
  return { kind: "atom", subject, test: isTrueTest };
}

export function isOfKind(subject: Subject, of: ConstantKind): Formula {
  return { kind: "atom", subject, test: { kind: "is", of } };
}

export function numberAtom(subject: Subject, numbers: Intervals): Formula {
  return { kind: "atom", subject, test: { kind: "points", of: "number", points: numbers } };
}
