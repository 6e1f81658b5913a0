import { describe, expect, test } from "vitest";
import {
  all,
  any,
  fails,
  findModel,
  isFalse,
  isTrue,
  members,
  solve,
  type Formula,
} from "@traffic-policy/policy-logic";
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
});

describe("findModel", () => {
  const pairs = (count: number): Formula[] =>
    Array.from({ length: count }, (_, at) => formula(`'a${at}' in x.map || 'b${at}' in x.map`));

  test("gives several models, each of its own", () => {
    expect(modelsOf(formula("x.whole == 1 || x.more == 2 || x.flag"))).toEqual([
      "x.whole",
      "x.more",
      "x.flag",
    ]);
  });

  test("gives each choice with each other one", () => {
    expect(modelsOf(all(pairs(2)))).toEqual([
      "there is x.map['a0'] there is x.map['a1']",
      "there is x.map['a0'] there is x.map['b1']",
      "there is x.map['b0'] there is x.map['a1']",
      "there is x.map['b0'] there is x.map['b1']",
    ]);
    expect(modelsOf(all([]))).toEqual([""]);
    expect(modelsOf(any([]))).toEqual([]);
  });

  test("makes no choice where one holds anyway", () => {
    const [either = any([])] = pairs(1);
    expect(modelsOf(all([either, formula("'b0' in x.map")]))).toEqual(["there is x.map['b0']"]);
  });

  test("ends at what cannot be true, however many choices there are before it", () => {
    const never = formula("x.whole < 0 && x.whole > 0");
    expect(modelsOf(all([...pairs(40), never]))).toEqual([]);
  });

  test("gives models of a long list of conditions, too", () => {
    const conditions = Array.from({ length: 1000 }, (_, at) => formula(`'c${at}' in x.map`));
    expect(modelsOf(all([...pairs(1), ...conditions]))).toHaveLength(2);
  });
});

/** The models of a formula that is true: the subjects of each. */
function modelsOf(wanted: Formula): string[] {
  const found: string[] = [];
  findModel([{ formula: wanted, outcomes: isTrue }], { steps: 20_000 }, (model) => {
    found.push([...model.keys()].map(({ key }) => key).join(" "));
    return undefined;
  });
  return found;
}
