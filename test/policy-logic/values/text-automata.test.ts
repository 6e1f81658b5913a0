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
      for (const text of texts) {
        const holds = holdsFor(text, asked);
        const { accepts = holds, settled = holds } = read(automaton, text);
        expect({ asked, text, accepts, settled }).toEqual({
          asked,
          text,
          accepts: holds,
          settled: holds,
        });
        kinds.set(asked.kind, (kinds.get(asked.kind) ?? new Set()).add(holds));
        if (read(automaton, text).accepts === undefined) unknown += 1;
      }
    }),
    5000,
    50_000,
  );
  expect([...kinds].filter(([, outcomes]) => outcomes.size < 2)).toEqual([]);
  expect(kinds.size).toBe(13);
  expect(unknown).toBeGreaterThan(0);
});
