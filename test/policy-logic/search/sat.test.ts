import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Sat, type Lit } from "../../../packages/policy-logic/src/search/sat.ts";
import { seeded } from "../../seeded.ts";

const unlimited = (): boolean => true;

/** Whether an assignment, a bit for each variable, makes a clause true. */
function satisfies(assignment: number, clause: readonly Lit[]): boolean {
  return clause.some((literal) => ((assignment >> (literal >> 1)) & 1) === 1 - (literal & 1));
}

/** Whether some assignment makes all clauses true. */
function isSatisfiable(variables: number, clauses: readonly (readonly Lit[])[]): boolean {
  for (let assignment = 0; assignment < 2 ** variables; assignment++) {
    if (clauses.every((clause) => satisfies(assignment, clause))) return true;
  }
  return false;
}

function clausesOf(variables: number): fc.Arbitrary<Lit[][]> {
  const literal = fc.integer({ min: 0, max: 2 * variables - 1 });
  return fc.array(fc.array(literal, { minLength: 1, maxLength: 3 }), { maxLength: 5 * variables });
}

function satOf(variables: number, clauses: readonly (readonly Lit[])[]): Sat {
  const sat = new Sat();
  for (let index = 0; index < variables; index++) sat.newVariable();
  for (const clause of clauses) sat.addClause(clause);
  return sat;
}

/** What is wrong with the result of a search. */
function mistakeOf(sat: Sat, clauses: readonly Lit[][], assumed: readonly Lit[]): unknown {
  const units = assumed.map((literal) => [literal]);
  const result = sat.search(assumed, all, () => undefined, unlimited);
  if (result.kind === "satisfied") {
    return [...clauses, ...units].find((clause) => !clause.some((literal) => sat.isTrue(literal)));
  }
  if (result.kind === "exhausted") return result;
  const core = result.core.map((literal) => [literal]);
  const isPart = result.core.every((literal) => assumed.includes(literal));
  return isPart && !isSatisfiable(variables, [...clauses, ...core]) ? undefined : result;
}

const variables = 7;
const all = Array.from({ length: variables }, (_, index) => index);
const [runs, longRuns] = [1000, 20_000];

describe("a search", () => {
  test("finds an assignment exactly when there is one, question after question", () => {
    const assumptions = fc.array(fc.integer({ min: 0, max: 2 * variables - 1 }), { maxLength: 4 });
    const questions = fc.array(assumptions, { minLength: 1, maxLength: 5 });
    seeded(
      fc.property(clausesOf(variables), questions, (clauses, asked) => {
        const sat = satOf(variables, clauses);
        expect(asked.map((assumed) => mistakeOf(sat, clauses, assumed))).toEqual(
          asked.map(() => undefined),
        );
      }),
      runs,
      longRuns,
    );
  });

  test("passes over the models that are objected to, and no others", () => {
    const forbidden = fc.array(
      fc.array(fc.boolean(), { minLength: variables, maxLength: variables }),
      {
        maxLength: 20,
      },
    );
    seeded(
      fc.property(clausesOf(variables), forbidden, (clauses, wrong) => {
        const sat = satOf(variables, clauses);
        const objections = wrong.map((values) =>
          values.map((value, variable) => 2 * variable + (value ? 1 : 0)),
        );
        const object = (): readonly Lit[] | undefined =>
          objections.find((clause) => clause.every((literal) => sat.isTrue(literal ^ 1)));
        const result = sat.search([], all, object, unlimited);
        const isPossible = isSatisfiable(variables, [...clauses, ...objections]);
        expect(result.kind).toBe(isPossible ? "satisfied" : "unsatisfiable");
      }),
      runs,
      longRuns,
    );
  });

  test("learns, so that what needs every combination of choices is refuted", () => {
    // Five pigeons, four holes.
    const [pigeons, holes] = [5, 4];
    const inHole = (pigeon: number, hole: number): Lit => 2 * (pigeon * holes + hole);
    const places = Array.from({ length: pigeons }, (_, pigeon) =>
      Array.from({ length: holes }, (_hole, hole) => inHole(pigeon, hole)),
    );
    const exclusions = places.flatMap((one, index) =>
      places
        .slice(index + 1)
        .flatMap((other) => one.map((literal, hole) => [literal ^ 1, (other[hole] ?? 0) ^ 1])),
    );
    const sat = satOf(pigeons * holes, [...places, ...exclusions]);
    const everything = Array.from({ length: pigeons * holes }, (_, index) => index);
    const result = sat.search([], everything, () => undefined, unlimited);
    expect(result).toEqual({ kind: "unsatisfiable", core: [] });
  });

  test("ends when nothing may be spent any more", () => {
    const sat = satOf(3, [[0, 2, 4]]);
    expect(
      sat.search(
        [],
        [0, 1, 2],
        () => undefined,
        () => false,
      ),
    ).toEqual({ kind: "exhausted" });
    expect(sat.search([], [0, 1, 2], () => undefined, unlimited).kind).toBe("satisfied");
  });
});
