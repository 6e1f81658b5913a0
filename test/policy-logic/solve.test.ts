import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  all,
  any,
  fails,
  isTrue,
  members,
  solve,
  Solver,
  type Formula,
  type Goal,
} from "@traffic-policy/policy-logic";
import { isFalse } from "@traffic-policy/policy-logic/internal";
import { findModel } from "../../packages/policy-logic/src/solve.ts";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import { seeded } from "../seeded.ts";
import { arbitraryCondition } from "./arbitrary-condition.ts";
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
    ]);
    if (answer.kind !== "model") throw new Error(answer.kind);
    const values = [...answer.model].map(([{ key }, some]) => [key, [...members(some)][0]?.value]);
    expect(Object.fromEntries(values)).toEqual({
      "x.whole": 6n,
      "x.text": "/a",
      "x.flag": true,
    });
  });

  test("gives items to a list", () => {
    const texts = (...goals: [text: string, outcomes: number][]) => {
      const answer = solve(goals.map(([text, outcomes]) => ({ formula: formula(text), outcomes })));
      if (answer.kind !== "model") return answer.kind;
      const [list] = [...answer.model.values()].flatMap((values) => values.list ?? []);
      if (typeof list?.witness !== "object") return list?.witness;
      return list.witness.items.map((item) => {
        const [values] = item.values();
        return values && [...members(values)][0]?.value;
      });
    };
    expect(texts(["x.list[0] == 'a'", isFalse])).toEqual([""]);
    expect(texts(["x.list[0] == 'a'", fails])).toEqual([]);
    expect(texts(["x.list[1] == 'a' && !('a' in x.list)", isTrue])).toBe("none");
    const counted = "size(x.list) == 3 && x.list.exists_one(one, one.startsWith('a'))";
    expect(texts([`${counted} && x.list[1] == 'ab'`, isTrue])).toEqual(["", "ab", ""]);
    expect(texts([`${counted} && x.list.all(one, one in ['a', 'ab'])`, isTrue])).toBe("none");
  });

  test("finds what fails", () => {
    const access = formula("x.map['k'] == 'a'");
    expect(solve([{ formula: access, outcomes: fails }]).kind).toBe("model");
    const guarded = formula("'k' in x.map && x.map['k'] == 'a'");
    expect(solve([{ formula: guarded, outcomes: fails }]).kind).toBe("none");
  });

  test("says what it does not know, and why", () => {
    const pattern = formula("x.text.matches('a.{30}$') && x.text.matches('^[^a]*b.{30}$')");
    const answer = solve([{ formula: pattern, outcomes: isTrue }]);
    expect(answer).toMatchObject({ kind: "unknown", reason: { key: "x.text" } });
    const many = formula("x.whole == 1 || x.more == 2 || x.flag");
    const tooMuch = solve([{ formula: many, outcomes: isTrue }], { steps: 1 });
    expect(tooMuch).toEqual({ kind: "unknown", reason: "budget" });
  });
});

describe("a solver", () => {
  const outcomes = fc.constantFrom(isTrue, isFalse, fails, isTrue | fails, isFalse | fails);
  const goal = fc.tuple(arbitraryCondition, outcomes);

  test("answers each question as a new one does, whatever it was asked before", () => {
    const formulas = new Map<string, Formula | undefined>();
    const solver = new Solver();
    const counts = { model: 0, none: 0, unknown: 0 };
    const tried = seeded(
      fc.property(fc.array(goal, { minLength: 1, maxLength: 3 }), (asked) => {
        const goals = asked.flatMap(([text, wanted]): Goal[] => {
          const known = getOrAdd(formulas, text, () => formulaOfText(text));
          return known === undefined ? [] : [{ formula: known, outcomes: wanted }];
        });
        const answer = solver.solve(goals);
        const core = answer.kind === "none" ? answer.core : goals;
        counts[answer.kind] += 1;
        expect(solve(goals).kind).toBe(answer.kind);
        expect(goals).toEqual(expect.arrayContaining([...core]));
        expect(solve(core).kind).toBe(answer.kind);
      }),
      500,
      5000,
    );
    expect(counts.model).toBeGreaterThan(tried / 10);
    expect(counts.none).toBeGreaterThan(tried / 25);
  });

  test("names the goals that exclude each other", () => {
    const solver = new Solver();
    const [method, path, other, flag] = ["'a'", "'b'", "'a' && x.flag", "'a' || x.flag"].map(
      (text) => ({ formula: formula(`x.text == ${text}`), outcomes: isTrue }),
    ) as [Goal, Goal, Goal, Goal];
    expect(solver.solve([flag, method, path])).toEqual({ kind: "none", core: [method, path] });
    expect(solver.solve([flag, path]).kind).toBe("model");
    expect(solver.solve([other, flag, path])).toEqual({ kind: "none", core: [other, path] });
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
    const models = modelsOf(all(pairs(2))).map((keys) => keys.match(/\w\d/g)?.toSorted().join(" "));
    expect(models.toSorted()).toEqual(["a0 a1", "a0 b1", "a1 b0", "b0 b1"]);
    expect(modelsOf(all([]))).toEqual([""]);
    expect(modelsOf(any([]))).toEqual([]);
  });

  test("gives no other model with answers that are passed over", () => {
    const goals = [{ formula: all(pairs(3)), outcomes: isTrue }];
    const found: string[] = [];
    new Solver().findModel(goals, { steps: 20_000 }, (model, passOver) => {
      const first = [...model.keys()].find(({ key }) => /[ab]0/.test(key));
      found.push(first?.key ?? "");
      passOver(first === undefined ? [] : [first]);
      return undefined;
    });
    expect(found.toSorted()).toEqual(["there is x.map['a0']", "there is x.map['b0']"]);
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

test("a solver is not asked while it searches: it would lose its place", () => {
  const solver = new Solver();
  const goals = [{ formula: formula("x.whole > 5"), outcomes: isTrue }];
  const take = () => solver.solve(goals);
  expect(() => solver.findModel(goals, { steps: 100 }, take)).toThrow(/asks the solver/);
  expect(solver.solve(goals).kind).toBe("model");
});
