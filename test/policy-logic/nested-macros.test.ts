import { checkExpression, parseExpression } from "@traffic-policy/policy-language";
import { Condition, unguardedAccesses } from "@traffic-policy/policy-logic";
import { isNeverTrue } from "@traffic-policy/policy-logic/internal";
import { expect, test } from "vitest";
import { dialectWithFunctions as dialect } from "../phases-functions.ts";

function condition(text: string): Condition {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(`not an expression: ${text}`);
  return new Condition(parsed.tree, checkExpression(parsed.tree, { dialect }), dialect);
}

/** A macro in itself, so many times. */
function nested(depth: number, around: (index: number, inner: string) => string): string {
  return Array.from({ length: depth }).reduce<string>(
    (inner, _, index) => around(index, inner),
    "true",
  );
}

const ten = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]";

// Read item by item, each of them would take longer than anybody waits.
test.each([
  ["exists", nested(15, (index, inner) => `${ten}.exists(x${index}, ${inner} && x${index} > 10)`)],
  ["all", nested(15, (index, inner) => `${ten}.all(x${index}, ${inner} || x${index} > 10)`)],
  ["exists_one", nested(40, (index, inner) => `[1].exists_one(x${index}, ${inner})`)],
  ["filter", nested(25, (index, inner) => `size([1].filter(x${index}, ${inner})) > ${index}`)],
  ["map", nested(12, (index, inner) => `size(${ten}.map(x${index}, ${inner})) > 0`)],
])("%s within itself is read within a bound", (_name, text) => {
  const read = condition(text);
  expect(unguardedAccesses(read)).toEqual([]);
  // Whatever it comes to: the question is answered.
  expect(typeof isNeverTrue(read.formula)).toBe("boolean");
});

test("what is nested as deep as people write it is read exactly", () => {
  const three = nested(3, (index, inner) => `${ten}.exists(x${index}, x${index} > 10 && ${inner})`);
  expect(isNeverTrue(condition(three).formula)).toBe(true);
  const one = "['a', 'b'].exists_one(x, req.method == x) && req.method == 'c'";
  expect(isNeverTrue(condition(one).formula)).toBe(true);
});
