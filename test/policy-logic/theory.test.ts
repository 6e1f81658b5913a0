import { expect, test } from "vitest";
import type { Atom, Formula } from "@traffic-policy/policy-logic";
import { check, componentsOf, lemmas } from "../../packages/policy-logic/src/theory.ts";
import { formulaOfText } from "./formula.ts";

test("literals about one subject are looked at together", () => {
  const literals = ["x.whole > 5", "x.text == 'a'", "x.whole < 7", "x.whole <= 6", "x.whole < 6"];
  const [whole = [], text = []] = componentsOf(
    literals.map((one) => ({ atom: atomOf(one), holds: true })),
  );
  expect([whole.length, text.length]).toEqual([4, 1]);
  expect([check(whole).kind, check(whole.slice(0, 3)).kind, check(text).kind]).toEqual([
    "none",
    "model",
    "model",
  ]);
  expect(lemmas(atomOf("x.whole > 5"), atomOf("x.text == 'a'"))).toEqual([]);
});

function atomOf(text: string): Atom {
  const formula: Formula | undefined = formulaOfText(text);
  if (formula?.kind !== "atom") throw new Error(`${text} is not one question`);
  return formula;
}
