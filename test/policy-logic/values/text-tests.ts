import fc from "fast-check";
import { addressesOf } from "../../../packages/policy-logic/src/values/addresses.ts";
import { Intervals } from "../../../packages/policy-logic/src/values/intervals.ts";
import type { TextTest } from "../../../packages/policy-logic/src/values/text-test.ts";

const part = fc.constantFrom("", "a", "b", "ab", "ba", "aa", "aba", "A", "1", "-1", "😀");

/** Ends of sets of numbers, with some that doubles round. */
const whole = [-11n, -1n, 0n, 1n, 9n, 10n, 11n, 100n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n];
const doubles = [-1.5, 0, 0.1, 0.5, 1, 1e-7, 5e-324, 1e22, 2 ** 53, Number.MAX_VALUE, Infinity];
const numbers = [...whole, 2n ** 64n, ...doubles];
const numberSet = fc
  .tuple(fc.constantFrom("<", "<=", ">", ">=", "==", "!="), fc.constantFrom(...numbers))
  .map(([operator, bound]) => Intervals.comparedWith(operator, bound));
const numbersTest = fc
  .tuple(
    fc.constantFrom("int", "uint", "double", "timestamp", "duration"),
    fc.oneof(
      fc.constant(Intervals.all),
      fc.constant(Intervals.none),
      numberSet,
      fc.tuple(numberSet, numberSet).map(([one, other]) => one.and(other)),
      fc.tuple(numberSet, numberSet).map(([one, other]) => one.or(other)),
    ),
    fc.boolean(),
  )
  .map(([type, set, isNaN]): TextTest => ({
    kind: "number",
    type: type as "int",
    numbers: set,
    ...(isNaN && { isNaN }),
  }));

/** Tests of texts of a few characters. */
export const simpleTest: fc.Arbitrary<TextTest> = fc.oneof(
  fc
    .tuple(fc.constantFrom("startsWith", "endsWith", "contains"), part)
    .map(([kind, text]): TextTest => ({ kind: kind as "contains", text })),
  fc
    .uniqueArray(part, { maxLength: 3 })
    .map((texts): TextTest => ({ kind: "one-of", texts: new Set(texts) })),
  fc
    .tuple(fc.constantFrom("<", "<=", ">", ">="), part)
    .map(([operator, text]): TextTest => ({ kind: "order", operator: operator as "<", text })),
  fc
    .tuple(fc.constantFrom("<", "==", ">="), fc.integer({ min: 0, max: 4 }))
    .map(([operator, size]): TextTest => ({
      kind: "size",
      sizes: Intervals.comparedWith(operator, BigInt(size)),
    })),
  fc
    .constantFrom("^a", "b$", "^[ab]*$", "a.b", "(?i)AB", "\\bab\\b", "^(ab|ba){2}", "[^a]")
    .map((pattern): TextTest => ({ kind: "matches", pattern })),
);

const anyAddress = fc
  .constantFrom("0.0.0.0/0", "1.0.0.0/8", "10.1.0.0/16", "::/0", "::1/128")
  .map((cidr): TextTest => ({ kind: "in-ranges", addresses: addressesOf(cidr) }));

/** Tests of every kind. */
export const anyTest: fc.Arbitrary<TextTest> = fc.letrec<{ test: TextTest }>((tie) => ({
  test: fc.oneof(
    { maxDepth: 2, depthSize: "small" },
    { arbitrary: simpleTest, weight: 4 },
    { arbitrary: numbersTest, weight: 3 },
    { arbitrary: anyAddress, weight: 1 },
    { arbitrary: fc.constant<TextTest>({ kind: "country-code" }), weight: 1 },
    {
      arbitrary: fc
        .tuple(fc.constantFrom("lower", "upper"), tie("test"))
        .map(([kind, test]): TextTest => ({ kind: kind as "lower", test })),
      weight: 1,
    },
    {
      arbitrary: fc
        .tuple(part, part, tie("test"))
        .map(([prefix, suffix, test]): TextTest => ({ kind: "affixed", prefix, suffix, test })),
      weight: 1,
    },
  ),
})).test;

const integer = fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }).map(String);
const decimal = fc.oneof(
  fc.double().map(String),
  fc.constantFrom(...numbers).map(String),
  fc
    .tuple(fc.constantFrom(...numbers).map(String), fc.constantFrom("0", "00", "1", ".0", ".", "5"))
    .map((parts) => parts.join("")),
  fc
    .tuple(
      fc.constantFrom("", "-", "+"),
      fc.constantFrom("NaN", "inf", "Infinity", ".5", "00.10", "1e3", "1E-2", "e", ""),
    )
    .map((parts) => parts.join("")),
);

const times = `
  2024-01-01T00:00:00Z 0001-01-01T00:00:00.5+00:00 1969-12-31T23:59:59,999999999Z 2023-02-29T00:00:00Z
  1h -1.5m3ns +.5s 0 1 1µs2μs 1h- 9999999h
`.match(/\S+/g) as string[];

/** Texts that tests of these kinds tell apart. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.stringMatching(/^[abAB1\-.😀]{0,6}$/u), weight: 3 },
  { arbitrary: integer, weight: 1 },
  { arbitrary: decimal, weight: 3 },
  { arbitrary: fc.constantFrom(...times), weight: 1 },
  { arbitrary: fc.constantFrom("US", "us", "1.2.3.4", "10.1.0.7", "::1", "0::1", "1"), weight: 1 },
);
