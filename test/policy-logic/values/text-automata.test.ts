import fc from "fast-check";
import { expect, test } from "vitest";
import { automatonOf } from "../../../packages/policy-logic/src/values/text-automata.ts";
import { holdsFor } from "../../../packages/policy-logic/src/values/texts.ts";
import { seeded } from "../../seeded.ts";
import { read } from "./read.ts";
import { anyTest, anyText } from "./text-tests.ts";

test("an automaton accepts the texts for which a test holds, of every kind", () => {
  const kinds = new Map<string, Set<boolean>>();
  let unknown = 0;
  seeded(
    fc.property(anyTest, fc.array(anyText, { minLength: 10, maxLength: 20 }), (asked, texts) => {
      const automaton = automatonOf(asked);
      const wrong = texts.filter((text) => {
        const holds = holdsFor(text, asked);
        kinds.set(asked.kind, (kinds.get(asked.kind) ?? new Set()).add(holds));
        const { accepts, settled = holds } = read(automaton, text);
        if (accepts === undefined) unknown += 1;
        return (accepts ?? holds) !== holds || settled !== holds;
      });
      expect({ asked, wrong }).toEqual({ asked, wrong: [] });
    }),
    2000,
    50_000,
    600,
  );
  expect([...kinds].filter(([, outcomes]) => outcomes.size < 2)).toEqual([]);
  expect(kinds.size).toBe(13);
  expect(unknown).toBeGreaterThan(0);
});
