import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  all,
  any,
  not,
  type Constant,
  type Formula,
  type Subject,
} from "@traffic-policy/policy-logic";
import { keyOf, narrow } from "@traffic-policy/policy-logic/internal";
import { Intervals } from "../../packages/policy-logic/src/values/intervals.ts";
import type { ListTest, Values } from "../../packages/policy-logic/src/formula.ts";
import { valuesOfType } from "../../packages/policy-logic/src/values.ts";
import { seeded } from "../seeded.ts";

// Questions about lists of texts, compared with what they come to for all lists of up to six items of which
// each has to do with one combination of answers.

const item: Subject = {
  key: "item",
  node: { kind: "identifier", name: "item" },
  values: valuesOfType({ kind: "string" }),
};

const texts = ["a", "ab", "b", "c"];

/** A question about an item with the answer for a text. */
interface Goal {
  readonly formula: Formula;
  readonly holds: (text: string) => boolean;
}

function isOneOf(...values: readonly string[]): Goal {
  const constants = values.map((value): Constant => ({ kind: "text", value }));
  const entries = constants.map((constant) => [keyOf(constant), constant] as const);
  return {
    formula: {
      kind: "atom",
      subject: item,
      test: { kind: "one-of", constants: new Map(entries) },
    },
    holds: (text) => values.includes(text),
  };
}

const startsWithA: Goal = {
  formula: {
    kind: "atom",
    subject: item,
    test: { kind: "text", test: { kind: "startsWith", text: "a" } },
  },
  holds: (text) => text.startsWith("a"),
};

function negated({ formula, holds }: Goal): Goal {
  return { formula: not(formula), holds: (text) => !holds(text) };
}

const [isA, isB, isAOrB] = [isOneOf("a"), isOneOf("b"), isOneOf("a", "b")];
const goals: readonly Goal[] = [
  isA,
  isB,
  isAOrB,
  startsWithA,
  negated(isA),
  {
    formula: any([isB.formula, all([startsWithA.formula, not(isA.formula)])]),
    holds: (text) => text === "b" || (text.startsWith("a") && text !== "a"),
  },
];

interface Claim {
  readonly test: ListTest;
  readonly holds: boolean;
  readonly goal?: Goal;
}

const numbers = fc
  .tuple(fc.constantFrom("==", "!=", "<", ">=", ">"), fc.integer({ min: 0, max: 2 }))
  .map(([operator, bound]) => Intervals.comparedWith(operator, BigInt(bound)));

const claim: fc.Arbitrary<Claim> = fc.oneof(
  fc.record({
    test: numbers.map((sizes): ListTest => ({ kind: "size", sizes })),
    holds: fc.boolean(),
  }),
  fc.tuple(numbers, fc.constantFrom(...goals), fc.boolean()).map(([set, goal, holds]): Claim => ({
    test: { kind: "count", formula: goal.formula, numbers: set },
    holds,
    goal,
  })),
  fc
    .tuple(
      fc.integer({ min: 0, max: 2 }),
      fc.constantFrom(...goals),
      fc.boolean(),
      fc.constantFrom(undefined, true, false),
    )
    .map(([index, goal, holds, otherwise]): Claim => ({
      test: {
        kind: "item",
        index,
        formula: goal.formula,
        ...(otherwise !== undefined && { otherwise }),
      },
      holds,
      goal,
    })),
);

const lists = [0, 1, 2, 3, 4, 5, 6].flatMap((size) => listsOf(size));

function listsOf(size: number): string[][] {
  if (size === 0) return [[]];
  return listsOf(size - 1).flatMap((list) => texts.map((text) => [...list, text]));
}

function isAsClaimed(list: readonly string[], claims: readonly Claim[]): boolean {
  const beyond = new Map<number, Claim[]>();
  for (const claimed of claims) {
    const { test: asked, holds, goal } = claimed;
    if (asked.kind === "size") {
      if (asked.sizes.includes(list.length) !== holds) return false;
    } else if (asked.kind === "count") {
      const count = list.filter((text) => goal?.holds(text)).length;
      if (asked.numbers.includes(count) !== holds) return false;
    } else {
      const text = list[asked.index];
      if (text !== undefined) {
        if (goal?.holds(text) !== holds) return false;
      } else if (asked.otherwise !== undefined) {
        if (asked.otherwise !== holds) return false;
      } else beyond.set(asked.index, [...(beyond.get(asked.index) ?? []), claimed]);
    }
  }
  return [...beyond.values()].every((some) =>
    texts.some((text) => some.every(({ goal, holds }) => goal?.holds(text) === holds)),
  );
}

function narrowed(claims: readonly Claim[]): Values | undefined {
  let values: Values | undefined = valuesOfType({ kind: "list", element: { kind: "string" } });
  for (const { test: asked, holds } of claims) {
    values = values && narrow(values, { kind: "list", test: asked }, holds);
  }
  return values;
}

describe("lists", () => {
  test("are there exactly when one of all is as claimed", () => {
    let none = 0;
    const property = fc.property(fc.array(claim, { minLength: 1, maxLength: 5 }), (claims) => {
      const values = narrowed(claims);
      expect(values !== undefined).toBe(lists.some((list) => isAsClaimed(list, claims)));
      if (values === undefined) none += 1;
    });
    const tried = seeded(property, 300, 3000);
    expect(none).toBeGreaterThan(tried / 20);
  });

  test("have a witness of as few items as can be, which is one of them", () => {
    const property = fc.property(fc.array(claim, { minLength: 1, maxLength: 4 }), (claims) => {
      const list = narrowed(claims)?.list;
      if (list === undefined) return;
      const { witness } = list;
      if (typeof witness !== "object") throw new Error(witness);
      const shortest = lists.find((other) => isAsClaimed(other, claims));
      expect(witness.items).toHaveLength(shortest?.length ?? 0);
      const found = witness.items.map((model) => {
        const values = model.get(item);
        return texts.find(
          (text) => values === undefined || values.text?.where(only(text), true).isEmpty === false,
        );
      });
      expect(isAsClaimed(found as string[], claims)).toBe(true);
    });
    seeded(property, 200, 2000);
  });

  test("allow a list that is as claimed, and no other", () => {
    const drawn = fc.tuple(fc.constantFrom(...lists), fc.array(claim, { maxLength: 3 }));
    const property = fc.property(drawn, ([given, claims]) => {
      const inside = claims.filter(
        ({ test: asked }) =>
          asked.kind !== "item" || asked.otherwise !== undefined || asked.index < given.length,
      );
      const values = narrowed(inside)?.list;
      const items = given.map((text) => () => ({ kind: "text", value: text }) as const);
      expect(values?.allows(items) ?? false).toBe(isAsClaimed(given, inside));
    });
    seeded(property, 300, 3000);
  });
});

function only(text: string) {
  return { kind: "one-of", texts: new Set([text]) } as const;
}
