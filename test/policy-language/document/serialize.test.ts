import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compare, parseJson, serialize, type JsonValue } from "@traffic-policy/policy-language";
import { anyText } from "../../any-text.ts";
import { seeded } from "../../seeded.ts";

describe("serialize", () => {
  const shared = { a: 1 };

  test.each([
    ["numbers", [0, -0, 1.5, 1e21, 5e-324], "[0,-0,1.5,1e+21,5e-324]"],
    ["a number that kept its digits", [parsed("1.10e400")], "[1.10e400]"],
    ["a bigint", [2n ** 64n - 1n, -(2n ** 63n)], "[18446744073709551615,-9223372036854775808]"],
    ["lone surrogates", { "\ud800": "\udc00 😀" }, '{"\\ud800":"\\udc00 😀"}'],
    ["control characters", "\u0000\n\u2028", '"\\u0000\\n\u2028"'],
    ["a member that is undefined", { a: undefined, b: 1 }, '{"b":1}'],
    ["an object with toJSON", { a: { toJSON: () => ({ b: 1 }) } }, '{"a":{"b":1}}'],
    ["one object in two places", [shared, shared], '[{"a":1},{"a":1}]'],
    ["empty ones", [[], {}], "[[],{}]"],
  ])("writes %s", (_what, value, text) => {
    expect(serialize(value)).toBe(text);
  });

  test("indents as JSON.stringify does", () => {
    const value = { a: [1, { b: [] }], c: {}, d: "e" };
    expect(serialize(value, 2)).toBe(JSON.stringify(value, undefined, 2));
  });

  const cyclic: { self?: unknown } = {};
  cyclic.self = { inside: [cyclic] };
  let deep: unknown = 1;
  for (let level = 0; level < 10_000; level++) deep = [deep];

  test.each<[what: string, value: unknown, error: Error]>([
    ["undefined", undefined, new TypeError("The document is undefined, which JSON cannot hold.")],
    [
      "undefined in a list",
      { a: [1, undefined] },
      new TypeError("/a/1 is undefined, which JSON cannot hold."),
    ],
    // eslint-disable-next-line no-sparse-arrays
    ["a hole in a list", [1, , 3], new TypeError("/1 is undefined, which JSON cannot hold.")],
    ["a function", { "a/b": test }, new TypeError("/a~1b is a function, which JSON cannot hold.")],
    ["a symbol", [Symbol("a")], new TypeError("/0 is a symbol, which JSON cannot hold.")],
    ["NaN", { a: { b: NaN } }, new RangeError("/a/b is NaN, which JSON cannot hold.")],
    ["Infinity", [-Infinity], new RangeError("/0 is -Infinity, which JSON cannot hold.")],
    [
      "a large bigint",
      [2n ** 64n],
      new RangeError("/0 is 18446744073709551616n, which does not fit in 64 bits."),
    ],
    ["a date", { a: new Date(0) }, new TypeError("/a is a Date, which JSON cannot hold.")],
    ["a map", { a: new Map() }, new TypeError("/a is a Map, which JSON cannot hold.")],
    ["a set", { a: new Set() }, new TypeError("/a is a Set, which JSON cannot hold.")],
    ["a regular expression", [/a/], new TypeError("/0 is a RegExp, which JSON cannot hold.")],
    [
      "an instance of a class",
      [new URL("http://a").searchParams],
      new TypeError("/0 is a URLSearchParams, which JSON cannot hold."),
    ],
    ["a cycle", cyclic, new RangeError("/self/inside/0 contains itself.")],
  ])("refuses %s, and says where", (_what, value, error) => {
    expect(() => serialize(value)).toThrow(error);
  });

  test("refuses what is nested too deep, instead of overflowing the stack", () => {
    expect(() => serialize(deep)).toThrow(/is nested deeper than 600 levels\.$/);
  });
});

const exactNumber = fc.oneof(
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.maxSafeInteger(),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map((value) => parsed(String(value))),
  fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.integer({ min: -600, max: 600 }))
    .map(([digits, exponent]) => parsed(`${digits}.5e${exponent}`)),
);
const text = fc.oneof(fc.string(), anyText(), fc.constantFrom("\ud800", "\\u"));
const key = fc.oneof(text, fc.constantFrom("__proto__", "10", "2", "toString", ""));
const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, false),
    exactNumber,
    text,
    fc.array(tie("json"), { maxLength: 5 }),
    fc
      .uniqueArray(fc.tuple(key, tie("json")), { maxLength: 5, selector: ([name]) => name })
      .map((members) => Object.fromEntries(members)),
  ),
}));

test("what is serialized and parsed again is identical, and serialized the same", () => {
  seeded(
    fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
      const written = serialize(value, indent);
      const { value: read, errors } = parseJson(written);
      expect(errors).toEqual([]);
      expect(compare(read ?? null, value)).toEqual({ state: "identical", changes: [] });
      expect(serialize(read, indent)).toBe(written);
    }),
  );
});

function parsed(digits: string): JsonValue {
  return parseJson(digits).value ?? null;
}
