import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rules } from "@traffic-policy/policy-lint";
import { sentencesOf } from "./sentences.ts";

const generated = readFileSync(new URL("sentences.generated.txt", import.meta.url), "utf8");
const sections = new Map(
  generated.split("\n\n").map((section) => [section.split("\n", 1)[0], section.trimEnd()]),
);

test.each([...rules])(
  "what %s says is what was reviewed; pnpm generate writes it",
  (name, rule) => {
    expect([name, ...sentencesOf(name, rule)].join("\n")).toBe(sections.get(name));
  },
);

test.each([...rules])("%s says what is wrong, and what to do, in whole sentences", (name, rule) => {
  const lines = sentencesOf(name, rule).flatMap((finding) => finding.split("\n"));
  const isRight = (line: string): boolean =>
    /^(?:error|warning|info): \S.*\.$/.test(line) ||
    /^ {2}(?:see: )?\S.*[.?]$/.test(line) ||
    /^ {2}(?:safe|unsafe) fix: [A-Z].*[^.]$/.test(line);
  expect(lines.filter((line) => !isRight(line) || /undefined|NaN|\[object/.test(line))).toEqual([]);
  expect(lines.length).toBeGreaterThan(0);
});
