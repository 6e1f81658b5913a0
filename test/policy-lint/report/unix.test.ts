import unixReport from "@traffic-policy/policy-lint/report/unix";
import { expect, test } from "vitest";
import { context, diagnostic, report } from "./sample.ts";

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
    'web.json:2:5: error: The name "a\ufffdb\ufffd[31m" is wrong. [expression/syntax]\n',
  );
});

test("nothing for a report without findings", () => {
  expect(unixReport(report([]), context())).toBe("");
});
