import unixReport from "@traffic-policy/report/formats/unix";
import { expect, test } from "vitest";
import { context, diagnostic, report } from "../sample.ts";

test("one line a finding", () => {
  const found = [diagnostic(), diagnostic({ severity: "info", rule: "document/rule-name" })];
  expect(unixReport(report(found), context())).toBe(
    [
      "web.json:2:5: error: A name is missing here. [expression/syntax]",
      "web.json:2:5: info: A name is missing here. [document/rule-name]",
      "",
    ].join("\n"),
  );
});

test("a message never makes a second line, or commands for the terminal", () => {
  const found = diagnostic({ message: 'The name "a\nb\u001b[31m" is wrong.' });
  expect(unixReport(report([found]), context())).toBe(
    'web.json:2:5: error: The name "a\\nb\\u001b[31m" is wrong. [expression/syntax]\n',
  );
});

test("nothing for a report without findings", () => {
  expect(unixReport(report([]), context())).toBe("");
});

test("files that could not be linted because of a place in them come first, with it once", () => {
  const failures = [
    { file: "a.ts", message: "a.ts:3:5: It throws Error: b: c.", position: { line: 3, column: 5 } },
    { file: "b.json", message: "b.json: There is no such file." },
    { file: "c.ts", message: "It throws no.", position: { line: 1, column: 2 } },
  ];
  expect(unixReport({ ...report([diagnostic()]), failures }, context())).toBe(
    [
      "a.ts:3:5: error: It throws Error: b: c.",
      "c.ts:1:2: error: It throws no.",
      "web.json:2:5: error: A name is missing here. [expression/syntax]",
      "",
    ].join("\n"),
  );
});
