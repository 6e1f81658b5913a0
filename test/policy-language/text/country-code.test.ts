import { meantCountryCode } from "@traffic-policy/policy-language/internal";
import { expect, test } from "vitest";

test.each([
  ["NO", "NO"],
  ["no", "NO"],
  ["Gb", "GB"],
  ["UK", "GB"],
  ["uk", "GB"],
  ["EL", "GR"],
  ["XK", "XK"],
  ["zz", "ZZ"],
  ["EN", undefined],
  ["SU", undefined],
  ["NOR", undefined],
  ["Norway", undefined],
  ["", undefined],
  ["N", undefined],
  ["N1", undefined],
])("%j means %j", (text, code) => {
  expect(meantCountryCode(text)).toBe(code);
});

test("they are those that the Unicode CLDR knows, AP, and those that are left to users", () => {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const isKnown = (code: string): boolean =>
    names.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code;
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const all = letters.flatMap((first) => letters.map((second) => first + second));
  const ours = all.filter((code) => meantCountryCode(code) === code);
  const others = ours.filter((code) => !isKnown(code));
  expect(all.filter((code) => isKnown(code) && !ours.includes(code))).toEqual([]);
  expect(others.filter((code) => !/^(?:Q[M-Z]|X.)$/.test(code))).toEqual(["AA", "AP"]);
});
