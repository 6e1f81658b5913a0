import fc from "fast-check";
import {
  checkExpression,
  directionsDialect,
  parseExpression,
} from "@traffic-policy/policy-language";
import { Condition, LogicSession, Solver, type Goal } from "@traffic-policy/policy-logic";
import { describe, expect, test } from "vitest";
import { areContrary } from "../../../packages/policy-logic/src/search/contrary.ts";
import { areTrivial, Guess } from "../../../packages/policy-logic/src/search/trivial.ts";
import { seeded } from "../../seeded.ts";
import { arbitraryCondition, richCondition } from "../arbitrary-condition.ts";
import { formulaOfText } from "../formula.ts";

const outcomes = fc.integer({ min: 1, max: 6 });

/** What the solver says, which searches. */
function searched(goals: readonly Goal[]): string {
  return new Solver().solve(goals).kind;
}

describe.each([
  ["small", arbitraryCondition],
  ["rich", richCondition],
] as const)("answers about %s conditions without a search", (_kind, condition) => {
  test("are those of a search", () => {
    const counts = { trivial: 0, contrary: 0 };
    const property = fc.property(
      fc.array(fc.tuple(condition, outcomes), { minLength: 1, maxLength: 3 }),
      (parts) => {
        const goals = parts.flatMap(([text, wanted]): Goal[] => {
          const formula = formulaOfText(text);
          return formula === undefined ? [] : [{ formula, outcomes: wanted }];
        });
        const [isTrivial, isContrary] = [areTrivial(goals), areContrary(goals)];
        counts.trivial += Number(isTrivial);
        counts.contrary += Number(isContrary);
        const wrong = [isTrivial && "none", isContrary && "model"];
        expect(wrong).not.toContain(searched(goals));
        const [first, ...others] = goals;
        const guess = new Guess();
        if (first === undefined || !guess.add([first])) return;
        const isAllowed = guess.allows(others);
        // What it was asked leaves no trace.
        expect(guess.allows(others)).toBe(isAllowed);
        expect([isAllowed && "none"]).not.toContain(searched(goals));
        expect(guess.add(others)).toBe(isAllowed);
      },
    );
    seeded(property, 300, 3000, 60);
    expect(Math.min(counts.trivial, counts.contrary)).toBeGreaterThan(0);
  });
});

const url = fc.constantFrom(
  "req.url.contains('/a/')",
  "req.url.contains('?')",
  "req.url.endsWith('/b')",
  "req.url == 'https://example.com/a/b'",
  "req.url.startsWith('https://')",
);
const path = fc.constantFrom(
  "req.url.path == '/a/b'",
  "req.url.path == '/c?d'",
  "req.url.path.startsWith('/a')",
  "req.url.path.contains('/a/')",
  "req.url.path.endsWith('/b')",
  "req.url.path.matches('^/[a-c]+$')",
);
const other = fc.constantFrom(
  "req.url.host == 'b.example'",
  "req.url.uri == '/a/b'",
  "has(req.url.query)",
);

test("a plain URL goes together with its path", () => {
  let count = 0;
  const property = fc.property(
    fc.array(fc.tuple(fc.oneof(url, path, url, path, other), outcomes), {
      minLength: 2,
      maxLength: 4,
    }),
    (parts) => {
      const session = new LogicSession();
      const goals = parts.map(([text, wanted]): Goal => {
        const parsed = parseExpression(text);
        if (!parsed.ok) throw new Error(text);
        const checked = checkExpression(parsed.tree, { dialect: directionsDialect });
        const { formula } = new Condition(parsed.tree, checked, directionsDialect, session);
        return { formula, outcomes: wanted };
      });
      if (!areTrivial(goals)) return;
      count += 1;
      expect(searched(goals)).not.toBe("none");
    },
  );
  seeded(property, 300, 3000, 60);
  expect(count).toBeGreaterThan(0);
});
