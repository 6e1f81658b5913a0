import { expect, test } from "vitest";
import { offendingParts } from "../policy-language/expression/check/offending-parts.ts";
import { linesOf } from "./collected.ts";

/** What is wrong in published expressions: the pattern is found in the offending part. */
const mistakes: readonly RegExp[] = [
  /^\d+\.\d+\.\d+\.\d+$/,
  /^'[\d.]+$/,
  /^`$/,
  /^'$/,
  /^\)$/,
  /^'\d{4}-\d\d-\d\d'$/,
  /\.includes\(/,
  /^req\.path$/,
  /^req\.url\.user$/,
  /^res\.ClientTLS\./,
];

test("expressions that are right check clean, and the others are wrong where they are", () => {
  const texts = linesOf("corpus/expressions-directions.txt");
  const wrong = texts
    .map((text) => ({ text, parts: offendingParts(text) }))
    .filter(({ parts }) => parts.length > 0);
  const unexplained = wrong.filter(
    ({ parts }) => !parts.every((part) => mistakes.some((mistake) => mistake.test(part))),
  );
  expect(unexplained).toEqual([]);
  const looksWrong =
    /timestamp\('[\d-]+'\)|\.includes\(|\breq\.path\b|= \d+\.\d+\.\d+\.\d+$|^`|Let's/;
  const found = new Set(wrong.map(({ text }) => text));
  const missed = texts.filter((text) => looksWrong.test(text) && !found.has(text));
  expect(missed).toEqual([]);
  expect(texts.length).toBeGreaterThanOrEqual(139);
});
