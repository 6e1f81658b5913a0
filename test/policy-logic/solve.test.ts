import { describe, expect, test } from "vitest";
import { fails, isFalse, isTrue, members, models, solve } from "@traffic-policy/policy-logic";
import { formulaOfText } from "./formula.ts";

function formula(text: string) {
  const found = formulaOfText(text);
  if (found === undefined) throw new Error(`${text} has errors`);
  return found;
}

describe("solve", () => {
  test("gives a value to each subject", () => {
    const answer = solve([
      { formula: formula("x.whole > 5 && x.whole < 7"), outcomes: isTrue },
      { formula: formula("x.text.startsWith('/a') && x.flag"), outcomes: isTrue },
      { formula: formula("x.list[0] == 'a'"), outcomes: isFalse },
    ]);
    if (answer.kind !== "model") throw new Error(answer.kind);
    const values = [...answer.model].map(([{ key }, some]) => [key, [...members(some)][0]?.value]);
    expect(Object.fromEntries(values)).toEqual({
      "x.whole": 6n,
      "x.text": "/a",
      "x.flag": true,
      "x.list[0]": "",
      "size(x.list)": 1n,
    });
  });

  test("finds what fails", () => {
    const access = formula("x.map['k'] == 'a'");
    expect(solve([{ formula: access, outcomes: fails }]).kind).toBe("model");
    const guarded = formula("'k' in x.map && x.map['k'] == 'a'");
    expect(solve([{ formula: guarded, outcomes: fails }]).kind).toBe("none");
  });

  test("says what it does not know, and why", () => {
    const pattern = formula("x.text.matches('^[0-9]+$') && x.text.startsWith('x')");
    const answer = solve([{ formula: pattern, outcomes: isTrue }]);
    expect(answer).toMatchObject({ kind: "unknown", reason: { key: "x.text" } });
    const many = formula("x.whole == 1 || x.more == 2 || x.flag");
    const tooMuch = solve([{ formula: many, outcomes: isTrue }], { steps: 1 });
    expect(tooMuch).toEqual({ kind: "unknown", reason: "budget" });
  });

  test("gives several models, each of its own", () => {
    const goals = [{ formula: formula("x.whole == 1 || x.more == 2 || x.flag"), outcomes: isTrue }];
    const found = models(goals, 5, { steps: 100 });
    expect(found.map((model) => [...model.keys()].map(({ key }) => key))).toEqual([
      ["x.whole"],
      ["x.more"],
      ["x.flag"],
    ]);
  });
});
