import { expect, test } from "vitest";
import { areContradictory, withEffort } from "@traffic-policy/policy-logic/internal";
import { formulaOfText } from "./formula.ts";

const texts = ["abab", "baab", "abba", "bbab", "aabb", "babb"];
const conditions = [...texts.map((text) => `x.text.contains('${text}')`), "size(x.text) < 4"];

function isContradictory(): boolean {
  return areContradictory(conditions.flatMap((text) => formulaOfText(text) ?? []));
}

test("what takes more effort than there is has no answer, and one with enough of it", () => {
  expect(withEffort({ left: 50 }, isContradictory)).toBeUndefined();
  expect(withEffort({ left: 100_000 }, isContradictory)).toEqual({ value: true });
  expect(isContradictory()).toBe(true);
});

test("an answer takes the same effort when the automata are known", () => {
  const [first, second] = [{ left: 100_000 }, { left: 100_000 }];
  withEffort(first, isContradictory);
  withEffort(second, isContradictory);
  expect(first.left).toBeLessThan(100_000);
  expect(second.left).toBe(first.left);
});

test("what is answered inside with an effort of its own does not count outside", () => {
  const outer = { left: 10 };
  const found = withEffort(outer, () => withEffort({ left: 100_000 }, isContradictory));
  expect([found, outer.left]).toEqual([{ value: { value: true } }, 10]);
});

test("an error of the work is thrown, and the effort around it goes on", () => {
  const fail = (): never => {
    throw new Error("broken");
  };
  expect(() => withEffort({ left: 0 }, fail)).toThrow("broken");
  expect(isContradictory()).toBe(true);
});
