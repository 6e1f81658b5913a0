import {
  readDouble,
  readInt,
  readUint,
  textsOfBool,
} from "@traffic-policy/policy-language/internal";
import { expect, test } from "vitest";

test.each([
  ["12", 12n],
  ["+007", 7n],
  ["-0", 0n],
  ["9223372036854775807", 9_223_372_036_854_775_807n],
  ["9223372036854775808", "out of range"],
  ["-9223372036854775808", -9_223_372_036_854_775_808n],
  ["0x10", "malformed"],
  ["", "malformed"],
  ["1.0", "malformed"],
  ["1\n", "malformed"],
])("int(%j) is %s", (text, value) => {
  expect(readInt(text)).toBe(value);
});

test.each([
  ["18446744073709551615", 18_446_744_073_709_551_615n],
  ["18446744073709551616", "out of range"],
  ["+1", "malformed"],
  ["-1", "malformed"],
])("uint(%j) is %s", (text, value) => {
  expect(readUint(text)).toBe(value);
});

test.each([
  [".5", 0.5],
  ["5.", 5],
  ["-1e3", -1000],
  ["1E+2", 100],
  ["NaN", Number.NaN],
  ["-nan", "malformed"],
  ["-Inf", -Infinity],
  ["+infinity", Infinity],
  ["1e999", "out of range"],
  ["1e", "malformed"],
  [".", "malformed"],
])("double(%j) is %s", (text, value) => {
  expect(readDouble(text)).toBe(value);
});

test("no text is both true and false", () => {
  const texts = [...textsOfBool.true, ...textsOfBool.false];
  expect(new Set(texts).size).toBe(texts.length);
});
