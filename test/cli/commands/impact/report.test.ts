import { expect, test } from "vitest";
import { namesOf, type ImpactReport } from "../../../../packages/cli/src/commands/impact/report.ts";

function notesOf(
  asked: ImpactReport["asked"],
  exchange: ImpactReport["exchange"] = "request",
): string[] {
  const report = { before: "a", after: "b", log: { title: "log" }, exchange, asked, passed: [] };
  const { notes = [] } = namesOf(report as unknown as ImpactReport);
  return notes.map((note) =>
    note.map((part) => (typeof part === "string" ? part : Object.values(part)[0])).join(""),
  );
}

test("a report of all of the log needs no note", () => {
  expect(notesOf({})).toEqual([]);
});

test.each([
  [
    { where: "req.method == 'GET'" },
    "Only connections are counted for which this holds: req.method == 'GET'.",
  ],
  [{ since: "2026-11-01" }, "Only rows from 2026-11-01 on are counted, and those without a time."],
  [{ until: "2026-11-02" }, "Only rows before 2026-11-02 are counted, and those without a time."],
  [
    { since: "2026-11-01", until: "2026-11-02" },
    "Only rows from 2026-11-01 on and before 2026-11-02 are counted, and those without a time.",
  ],
  [
    { sample: "1%" },
    "Only a share of 1% of the rows was read, chosen by chance: all counts are of these.",
  ],
])("what is left out of a report is told: %o", (asked, note) => {
  expect(notesOf(asked, "connection")).toEqual([note]);
});
