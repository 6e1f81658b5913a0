import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { members, type Atom, type Constant, type Relation } from "@traffic-policy/policy-logic";
import { keyOf } from "@traffic-policy/policy-logic/internal";
import type { Test, Values } from "@traffic-policy/policy-logic";
import { compareConstants } from "../../packages/policy-logic/src/constant.ts";
import type { Subject } from "../../packages/policy-logic/src/formula.ts";
import { check, componentsOf, type Literal } from "../../packages/policy-logic/src/theory.ts";
import { lemmas } from "../../packages/policy-logic/src/lemmas.ts";
import { Intervals } from "../../packages/policy-logic/src/values/intervals.ts";
import { holdsFor, Texts } from "../../packages/policy-logic/src/values/texts.ts";
import { Times } from "../../packages/policy-logic/src/values/times.ts";
import { numbersBetween, valuesOfType } from "../../packages/policy-logic/src/values.ts";
import { sampled, whileTime } from "../seeded.ts";

// Random literals about a few subjects are tried on all combinations of a few values for each. Where one is
// right, the theory must find some, and what it finds must be right; where the values are all that there are,
// it must find none when none is right.

interface Kind {
  readonly subjects: readonly Subject[];
  readonly grid: readonly Constant[];
  readonly test: fc.Arbitrary<Test>;
  readonly shift?: fc.Arbitrary<bigint>;
  /** How many cases there are. */
  readonly count: number;
}

const subjectsOf = (values: Values, ...names: readonly string[]): Subject[] =>
  names.map((key) => ({ key, values, node: { kind: "identifier", name: key } }));

const numbers = (values: readonly (bigint | number)[]): Constant[] =>
  values.map((value) => ({ kind: "number", value }));

const texts = (values: readonly string[]): Constant[] =>
  values.map((value) => ({ kind: "text", value }));

function oneOf(constants: fc.Arbitrary<Constant>): fc.Arbitrary<Test> {
  return fc.array(constants, { minLength: 1, maxLength: 3 }).map((some) => ({
    kind: "one-of",
    constants: new Map(some.map((constant) => [keyOf(constant), constant])),
  }));
}

function ordered(constants: fc.Arbitrary<Constant>): fc.Arbitrary<Test> {
  return fc.record({
    kind: fc.constant("order" as const),
    operator: fc.constantFrom("<", "<=", ">", ">="),
    constant: constants,
  });
}

const whole = [-2n, -1n, 0n, 1n, 2n, 3n, 4n, 5n];
const small = fc.constantFrom(...numbers(whole));
const quarters = Array.from({ length: 17 }, (_, index) => index / 4 - 1);
const reals = fc.constantFrom(...numbers([0, 1, 2]));

function textsOver(letters: readonly string[], longest: number): string[] {
  let level = [""];
  const all = [...level];
  for (let length = 1; length <= longest; length++) {
    level = level.flatMap((text) => letters.map((letter) => text + letter));
    all.push(...level);
  }
  return all;
}

const ofTexts = fc.oneof(
  oneOf(fc.constantFrom(...texts(["", "a", "ab", "b", "ba"]))),
  ordered(fc.constantFrom(...texts(["", "a", "ab", "b"]))),
  fc
    .record({
      kind: fc.constantFrom("startsWith", "endsWith", "contains"),
      text: fc.constantFrom("a", "ab", "b"),
    })
    .map((asked): Test => ({ kind: "text", test: asked as { kind: "contains"; text: string } })),
);

const hour = 3_600_000_000_000n;
const start = 1_704_067_200n * 1_000_000_000n;
const times = Array.from({ length: 40 }, (_, at) => start + (BigInt(at - 8) * hour) / 2n);

const kinds: Readonly<Record<string, Kind>> = {
  "whole numbers": {
    subjects: subjectsOf(numbersBetween([-2, 5]), "a", "b", "c"),
    grid: numbers(whole),
    test: fc.oneof(oneOf(small), ordered(small)),
    shift: fc.bigInt({ min: -2n, max: 2n }),
    count: 6000,
  },
  "four whole numbers": {
    subjects: subjectsOf(numbersBetween([-2, 2]), "a", "b", "c", "d"),
    grid: numbers(whole.slice(0, 5)),
    test: fc.oneof(oneOf(small), ordered(small)),
    shift: fc.bigInt({ min: -1n, max: 1n }),
    count: 2000,
  },
  "real numbers": {
    subjects: subjectsOf(valuesOfType({ kind: "double" }), "a", "b", "c"),
    grid: numbers([...quarters, Number.NaN]),
    test: fc.oneof(oneOf(reals), ordered(reals)),
    count: 600,
  },
  "a few texts": {
    subjects: subjectsOf(
      { text: Texts.all.where({ kind: "one-of", texts: new Set(textsOver(["a", "b"], 2)) }, true) },
      "a",
      "b",
      "c",
      "d",
    ),
    grid: texts(textsOver(["a", "b"], 2)),
    test: ofTexts,
    count: 2000,
  },
  texts: {
    subjects: subjectsOf(valuesOfType({ kind: "string" }), "a", "b"),
    grid: texts(textsOver(["!", "a", "b", "~"], 3)),
    test: ofTexts,
    count: 1000,
  },
  "three texts": {
    subjects: subjectsOf(valuesOfType({ kind: "string" }), "a", "b", "c"),
    grid: texts(textsOver(["!", "a", "b", "~"], 2)),
    test: ofTexts,
    count: 500,
  },
  times: {
    subjects: subjectsOf({ timestamp: Times.all }, "a", "b"),
    grid: times.map((value) => ({ kind: "timestamp", value })),
    test: fc.oneof(
      ordered(
        fc
          .constantFrom(...times.slice(8, 32).filter((_, at) => at % 4 === 0))
          .map((value) => ({ kind: "timestamp", value })),
      ),
      fc
        .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 6 }))
        .map(([from, length]): Test => ({
          kind: "time-part",
          name: "getHours",
          numbers: Intervals.between(BigInt(from), BigInt(from + length)),
        })),
    ),
    shift: fc.bigInt({ min: -3n, max: 3n }).map((hours) => hours * hour),
    count: 600,
  },
};

describe.each(Object.entries(kinds))("the theory of %s", (name, kind) => {
  test("agrees with brute force", () => {
    const counts = { model: 0, none: 0, unknown: 0 };
    let tried = 0;
    for (const literals of whileTime(sampled(literalsOf(kind), kind.count), 100)) {
      tried += 1;
      const found = solutionIn(kind, literals);
      const answers = componentsOf(literals).map(check);
      const verdict =
        answers.find((one) => one.kind === "none") ?? answers.find((one) => one.kind === "unknown");
      counts[verdict?.kind ?? "model"] += 1;
      const chosen = new Map(
        answers.flatMap((answer) =>
          answer.kind === "model"
            ? [...answer.values].map(([{ key }, values]) => [key, valueOf(values)] as const)
            : [],
        ),
      );
      const wrong =
        verdict === undefined
          ? literals.filter((literal) => !holds(literal, chosen)).map(printed)
          : verdict.kind === "none" && found !== undefined
            ? [found]
            : [];
      const text = literals.map(printed).join(", ");
      expect([text, wrong]).toEqual([text, []]);
    }
    if (process.env["TEST_PRINT"] !== undefined) console.log(name, counts);
    expect(counts.unknown).toBe(0);
    expect(Math.min(counts.model, counts.none)).toBeGreaterThan(tried / 20);
  });
});

describe.each(Object.entries(kinds))("lemmas about %s", (_name, kind) => {
  test("hold for all values", () => {
    let count = 0;
    const pairs = sampled(fc.tuple(atomOf(kind), atomOf(kind)), 300, 3000);
    for (const [one, other] of whileTime(pairs, 300)) {
      const found = lemmas(one, other);
      count += found.length;
      const refuted = found.flatMap((clause) => {
        const none = clause.map(({ atom, holds: wanted }) => ({ atom, holds: !wanted }));
        return solutionIn(kind, none) === undefined ? [] : [none.map(printed)];
      });
      expect(refuted).toEqual([]);
    }
    expect(count).toBeGreaterThan(5);
  });
});

test("literals about one subject are looked at together, and what varies alone", () => {
  const [a, b] = subjectsOf(valuesOfType({ kind: "int" }), "a", "b");
  if (a === undefined || b === undefined) throw new Error("there are two");
  const is = (subject: Subject, value: bigint): Literal => {
    const constant = { kind: "number", value } as const;
    return {
      atom: { kind: "atom", subject, test: { kind: "order", operator: ">", constant } },
      holds: true,
    };
  };
  const sizes = (literals: Literal[]) => componentsOf(literals).map(({ length }) => length);
  expect(sizes([is(a, 1n), is(b, 1n), is(a, 2n)])).toEqual([2, 1]);
  const atom: Relation = {
    kind: "relation",
    operator: "<",
    left: { subject: a },
    right: { subject: b },
  };
  expect(sizes([is(a, 1n), is(b, 1n), { atom, holds: true }])).toEqual([3]);
  expect(sizes([is({ ...a, varies: true }, 1n), is({ ...a, varies: true }, 2n)])).toEqual([1, 1]);
});

function atomOf({ subjects, test: tests, shift }: Kind): fc.Arbitrary<Atom | Relation> {
  const subject = fc.constantFrom(...subjects);
  const atom: fc.Arbitrary<Atom> = fc
    .tuple(subject, tests)
    .map(([about, asked]) => ({ kind: "atom", subject: about, test: asked }));
  const side = fc.record({ subject, ...(shift && { shift }) });
  const relation: fc.Arbitrary<Relation> = fc.record({
    kind: fc.constant("relation" as const),
    operator: fc.constantFrom("==", "<", "<="),
    left: side,
    right: side,
  });
  return fc.oneof(atom, relation);
}

function literalsOf(kind: Kind): fc.Arbitrary<Literal[]> {
  const literal = fc.record({ atom: atomOf(kind), holds: fc.boolean() });
  return fc.array(literal, { minLength: 1, maxLength: 7 });
}

type Chosen = ReadonlyMap<string, Constant | undefined>;

function solutionIn({ subjects, grid }: Kind, literals: readonly Literal[]): Chosen | undefined {
  const asked = subjects.filter(({ key }) => literals.some((one) => keysOf(one).includes(key)));
  const chosen = new Map<string, Constant>();
  const ready = asked.map((_, index) => {
    const known = asked.slice(0, index + 1).map(({ key }) => key);
    return literals.filter(
      (one) =>
        keysOf(one).every((key) => known.includes(key)) && keysOf(one).includes(known.at(-1) ?? ""),
    );
  });
  const choose = (index: number): boolean => {
    const next = asked[index];
    if (next === undefined) return true;
    return grid.some((value) => {
      chosen.set(next.key, value);
      return (ready[index] ?? []).every((one) => holds(one, chosen)) && choose(index + 1);
    });
  };
  return choose(0) ? chosen : undefined;
}

function keysOf({ atom }: Literal): string[] {
  return atom.kind === "atom"
    ? [atom.subject.key]
    : [atom.left.subject.key, atom.right.subject.key];
}

function holds({ atom, holds: wanted }: Literal, chosen: Chosen): boolean {
  if (atom.kind === "atom") return isTrue(atom.test, chosen.get(atom.subject.key)) === wanted;
  const [left, right] = [atom.left, atom.right].map(({ subject, shift = 0n }) => {
    const value = chosen.get(subject.key);
    return typeof value?.value === "bigint"
      ? ({ ...value, value: value.value + shift } as Constant)
      : value;
  });
  return isOrdered(atom.operator, left, right) === wanted;
}

function isOrdered(operator: string, left?: Constant, right?: Constant): boolean {
  if (left === undefined || right === undefined) throw new Error("a value is missing");
  if (Number.isNaN(left.value) || Number.isNaN(right.value)) return false;
  const order = compareConstants(left, right) ?? Number.NaN;
  return { "==": order === 0, "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0 }[
    operator
  ] as boolean;
}

function isTrue(asked: Test, value: Constant | undefined): boolean {
  if (value === undefined) throw new Error("a value is missing");
  switch (asked.kind) {
    case "one-of":
      return [...asked.constants.values()].some((one) => isOrdered("==", value, one));
    case "order":
      return isOrdered(asked.operator, value, asked.constant);
    case "text":
      return holdsFor(String(value.value), asked.test);
    case "time-part":
      return asked.numbers.includes(
        new Date(Number(BigInt(value.value) / 1_000_000n)).getUTCHours(),
      );
    default:
      throw new Error(`${asked.kind} is not asked here`);
  }
}

function valueOf(values: Values): Constant | undefined {
  if (values.number?.points.isEmpty) return { kind: "number", value: Number.NaN };
  return [...members(values)][0];
}

function printed({ atom, holds: wanted }: Literal): string {
  const print = (value: unknown): string =>
    JSON.stringify(value, (_key, one: unknown) => (typeof one === "bigint" ? String(one) : one));
  const text =
    atom.kind === "atom"
      ? `${atom.subject.key} ${print(atom.test.kind === "one-of" ? [...atom.test.constants.keys()] : atom.test)}`
      : [atom.left, atom.operator, atom.right]
          .map((part) =>
            typeof part === "string" ? part : `${part.subject.key} + ${part.shift ?? 0n}`,
          )
          .join(" ");
  return wanted ? text : `!(${text})`;
}
