import fc from "fast-check";
import { expect, test } from "vitest";
import {
  checkExpression,
  describeCheckError,
  directionsDialect,
  parseExpression,
} from "@traffic-policy/policy-language";
import { Condition, unguardedAccesses } from "@traffic-policy/policy-logic";
import { seeded } from "../../../seeded.ts";
import { rightExpressions, wrongExpressions } from "../expressions.ts";

const texts = [
  ...rightExpressions.map(({ text }) => text),
  ...wrongExpressions.map(({ marked }) => marked.replaceAll(/[«»]/g, "")),
].filter((text) => text.length < 300);

/** Pieces of right and wrong expressions, put together at random places. */
const mutated = fc
  .tuple(
    fc.constantFrom(...texts),
    fc.constantFrom(...texts),
    fc.array(fc.nat({ max: 300 }), { minLength: 4, maxLength: 4 }),
  )
  .map(([one, other, [a = 0, b = 0, c = 0, d = 0]]) => {
    const piece = other.slice(c % other.length, (c % other.length) + (d % 40));
    return one.slice(0, a % (one.length + 1)) + piece + one.slice(b % (one.length + 1));
  });

/** The same, but joined where it makes an expression again. */
const joined = fc
  .tuple(
    fc.constantFrom(...texts),
    fc.constantFrom(" && ", " || ", " == ", " in ", " + ", " < ", " ? true : "),
    fc.constantFrom(...texts),
  )
  .map(([one, operator, other]) => `(${one})${operator}(${other})`);

test("mutated expressions are checked without a crash, every error inside the text", () => {
  let slowest = { time: 0, text: "" };
  let checked = 0;
  const tried = seeded(
    fc.property(fc.oneof(mutated, joined), (text) => {
      const start = performance.now();
      const parsed = parseExpression(text);
      if (!parsed.ok) return;
      const context = { protocol: "http", direction: "inbound", text } as const;
      const found = checkExpression(parsed.tree, context);
      const { errors } = found;
      unguardedAccesses(new Condition(parsed.tree, found, directionsDialect));
      const time = performance.now() - start;
      if (time > slowest.time) slowest = { time, text };
      checked += 1;
      for (const error of errors) {
        const { start: from = -1, end: to = -1 } = error.span ?? {};
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeGreaterThanOrEqual(from);
        expect(to).toBeLessThanOrEqual(text.length);
        expect(describeCheckError(error).message).toMatch(/^[^\n]+\.$/);
      }
    }),
    4000,
    90_000,
  );
  console.log(`${checked} could be parsed; slowest ${slowest.time.toFixed(1)} ms: ${slowest.text}`);
  expect(checked).toBeGreaterThan(tried / 40);
});
