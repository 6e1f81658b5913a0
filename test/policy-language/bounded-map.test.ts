import { expect, test } from "vitest";
import { BoundedMap } from "@traffic-policy/policy-language/internal";

test("a bounded map keeps what it was given until it is full", () => {
  const map = new BoundedMap<string, number>(2);
  map.set("a", 1).set("b", 2);
  expect([...map]).toEqual([
    ["a", 1],
    ["b", 2],
  ]);
  map.set("b", 3);
  expect(map.get("a")).toBe(1);
  map.set("c", 4);
  expect([...map]).toEqual([["c", 4]]);
});
