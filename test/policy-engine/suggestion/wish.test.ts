import { parseExpression } from "@traffic-policy/policy-language";
import { expect, test } from "vitest";
import {
  waysOf,
  type Literal,
  type Wish,
} from "../../../packages/policy-engine/src/suggestion/wish.ts";

const parsed = parseExpression("true");

function literal(value: boolean): Literal {
  if (!parsed.ok) throw new Error("It cannot be parsed.");
  return { condition: parsed.tree, value };
}

/** A wish that can come true in two ways. */
const either: Wish = { any: [literal(true), literal(false)] };

function written(ways: Iterable<readonly Literal[]>): string[] {
  return Array.from(ways, (way) => way.map(({ value }) => (value ? "1" : "0")).join(""));
}

test("the ways of several wishes are those of each with those of each other", () => {
  expect(written(waysOf({ all: [either, literal(true), either] }))).toEqual([
    "111",
    "110",
    "011",
    "010",
  ]);
  expect(written(waysOf({ all: [] }))).toEqual([""]);
  expect(written(waysOf({ any: [] }))).toEqual([]);
});

test("a wish that cannot come true ends the search, however many ways there are before it", () => {
  const wishes = Array.from({ length: 40 }, () => either);
  expect(written(waysOf({ all: [...wishes, { any: [] }] }))).toEqual([]);
});

test("a long list of conditions has its ways, too", () => {
  const wishes = Array.from({ length: 1000 }, () => literal(true));
  expect(written(waysOf({ all: [either, ...wishes] }))).toHaveLength(2);
});
