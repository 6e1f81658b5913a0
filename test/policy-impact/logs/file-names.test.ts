import { expect, test } from "vitest";
import { FilePattern } from "../../../packages/policy-impact/src/logs/file-names.ts";

test("dates become digits", () => {
  expect(new FilePattern("a/{yyyy}-{MM}-{dd}T{HH}/**/*.[jl]og?").glob).toBe(
    "a/[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]/**/*.[jl]og?",
  );
});

const at = (text: string): Date => new Date(text);

test.each([
  ["{yyyy}.log", "2026.log", "2027-01-01T23:59:59Z", "2027-01-02T00:00:00Z"],
  ["{yyyy}/{MM}.log", "2024/02.log", "2024-03-01T23:59:59Z", "2024-03-02T00:00:00Z"],
  ["{yyyy}{MM}{dd}", "20241231", "2025-01-01T23:59:59Z", "2025-01-02T00:00:00Z"],
  [
    "{yyyy}/{yyyy}-{MM}-{dd}T{HH}+.log",
    "2026/2026-02-23T22+.log",
    "2026-02-24T22:59:59Z",
    "2026-02-24T23:00:00Z",
  ],
])("a file of %s holds what is of its time, and a day around it", (pattern, file, last, after) => {
  const files = new FilePattern(pattern);
  expect(files.mayHold(file, { since: at(last) })).toBe(true);
  expect(files.mayHold(file, { since: at(after) })).toBe(false);
});

test("a file begins to hold a day before its time", () => {
  const files = new FilePattern("{yyyy}-{MM}-{dd}.log");
  expect(files.mayHold("2026-02-23.log", { until: at("2026-02-22T00:00:00.001Z") })).toBe(true);
  expect(files.mayHold("2026-02-23.log", { until: at("2026-02-22T00:00:00Z") })).toBe(false);
});

test("a file without a date may hold all", () => {
  expect(
    new FilePattern("*.log").mayHold("a.log", { since: at("2026-01-01"), until: at("2026-01-02") }),
  ).toBe(true);
});

test.each([
  ["{yyyy}-{dd}.log", "The dates in `{yyyy}-{dd}.log` have no {MM}."],
  ["{MM}.log", "The dates in `{MM}.log` have no {yyyy}."],
  ["{day}.log", "`{day}` is no part of a date; they are {yyyy}, {MM}, {dd}, and {HH}."],
])("%s is no pattern", (pattern, message) => {
  expect(() => new FilePattern(pattern)).toThrow(new RangeError(message));
});
