import { compare, parseJson, type JsonValue } from "@traffic-policy/policy-language";
import { canonicalText } from "@traffic-policy/policy-language/internal";
import fc from "fast-check";
import { expect, test } from "vitest";
import { seeded } from "../../../seeded.ts";

function parsed(text: string): JsonValue {
  const { value } = parseJson(text);
  if (value === undefined) throw new Error(`Not JSON: ${text}`);
  return value;
}

// Few digits, so that different spellings of one number are likely.
const digits = fc.stringMatching(/^[01]{1,3}$/).map((text) => text.replace(/^0+(?=\d)/, ""));
const number = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.oneof(digits, fc.constant("9007199254740993"), fc.constant("100000000000000000000001")),
    fc.option(fc.stringMatching(/^[01]{1,3}0{0,2}$/)),
    fc.option(fc.constantFrom("0", "+1", "-1", "2", "-20", "400", "400000000000000000000")),
  )
  .map(
    ([sign, whole, fraction, exponent]) =>
      `${sign}${whole}${fraction === null ? "" : `.${fraction}`}${exponent === null ? "" : `e${exponent}`}`,
  );

const text: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    number,
    fc.constantFrom("null", "true", '"a"', '"\\u0061"', '"<"', '"\\u003c"', '"\\ud800"'),
    fc.array(tie("value"), { maxLength: 2 }).map((items) => `[${items.join(", ")}]`),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom("a", "b", "10", "9", "__proto__"), tie("value")), {
        maxLength: 3,
        selector: ([key]) => key,
      })
      .map((members) => `{${members.map(([key, value]) => `"${key}":${value}`).join(",")}}`),
  ),
})).value;

test("is the same for two values exactly when they are identical as documents", () => {
  let identical = 0;
  seeded(
    fc.property(text, text, (one, other) => {
      const [left, right] = [parsed(one), parsed(other)];
      const isIdentical = compare(left, right).state === "identical";
      identical += isIdentical ? 1 : 0;
      expect(canonicalText(left) === canonicalText(right)).toBe(isIdentical);
    }),
    5000,
    5000,
    1000,
  );
  expect(identical).toBeGreaterThan(0);
});

test("is the text of an identical value", () => {
  seeded(
    fc.property(text, (one) => {
      const canonical = canonicalText(parsed(one));
      expect(compare(parsed(one), parsed(canonical)).state).toBe("identical");
      expect(canonicalText(parsed(canonical))).toBe(canonical);
    }),
  );
});

test.each([
  ["1", ["1.0", "1e0", "10e-1", "0.1E+1"]],
  ["0", ["-0", "0.00", "0e400", "-0e-400"]],
  ["100000000000000000000001", ["100000000000000000000001.0", "10000000000000000000000.1e1"]],
  ["1e400", ["10e399", "0.01e402", "1000e397"]],
  ['"<é"', ['"\\u003c\\u00e9"']],
  ['{"10":1,"9":2,"a":3}', ['{"a":3,"9":2,"10":1}']],
])("%s, however it is written", (one, others) => {
  for (const other of others) expect(canonicalText(parsed(other))).toBe(canonicalText(parsed(one)));
});
