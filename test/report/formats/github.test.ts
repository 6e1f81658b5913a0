import githubReport from "@traffic-policy/report/formats/github";
import { expect, test } from "vitest";
import { context, diagnostic, report, withWitness } from "../sample.ts";

test("an annotation a finding, by its severity", () => {
  const found = [
    diagnostic(),
    diagnostic({ severity: "warning", help: "Add one." }),
    diagnostic({ severity: "info" }),
  ];
  expect(githubReport(report(found), context())).toBe(
    [
      "::error file=web.json,line=2,endLine=2,col=5,endColumn=8,title=expression/syntax::A name is missing here.",
      "::warning file=web.json,line=2,endLine=2,col=5,endColumn=8,title=expression/syntax::A name is missing here.%0AAdd one.",
      "::notice file=web.json,line=2,endLine=2,col=5,endColumn=8,title=expression/syntax::A name is missing here.",
      "",
    ].join("\n"),
  );
});

test("what has a meaning in a command is escaped", () => {
  const location = {
    file: "a,b:c%.json",
    start: { line: 1, column: 1 },
    end: { line: 1, column: 2 },
  };
  const message = "100 %: a, b\r\n::error::no";
  expect(githubReport(report([diagnostic({ location, message })]), context())).toBe(
    "::error file=a%2Cb%3Ac%25.json,line=1,endLine=1,col=1,endColumn=2,title=expression/syntax::100 %25: a, b%0D%0A::error::no\n",
  );
});

test("what a log would obey is shown, in a message and in the name of a file", () => {
  const { start, end } = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
  const found = diagnostic({
    location: { file: "a\u001b[2J\n\u202e.json", start, end },
    message: "b\u009b2J\u2028",
  });
  expect(githubReport(report([found]), context())).toBe(
    "::error file=a\\u001b[2J%0A\\u202e.json,line=1,endLine=1,col=1,endColumn=2,title=expression/syntax::b\\u009b2J\\u2028\n",
  );
});

test("a range of several lines has no columns", () => {
  const location = {
    file: "web.json",
    start: { line: 1, column: 7 },
    end: { line: 3, column: 2 },
  };
  expect(githubReport(report([diagnostic({ location })]), context())).toContain(
    "::error file=web.json,line=1,endLine=3,title=",
  );
});

test("a finding without a place, and a file that could not be linted", () => {
  const { location: _location, ...nowhere } = diagnostic();
  const failures = [
    {
      file: "bad.ts",
      message: "bad.ts:2:7: It throws Error: no.",
      help: "Look.",
      position: { line: 2, column: 7 },
    },
    { file: "gone.json", message: "gone.json: There is no such file." },
  ];
  expect(githubReport(report([nowhere], { failures }), context())).toBe(
    [
      "::error file=bad.ts,line=2,col=7,title=The file could not be linted::bad.ts:2:7: It throws Error: no.%0ALook.",
      "::error file=gone.json,title=The file could not be linted::gone.json: There is no such file.",
      "::error title=expression/syntax::A name is missing here.",
      "",
    ].join("\n"),
  );
});

test("what was left out is one notice, at its file if there is only one", () => {
  const one = { file: "plan.json#a.b", reason: "known only after apply" };
  const other = { file: "a.yaml.tmpl", reason: "a template" };
  expect(githubReport(report([], { notChecked: [one] }), context())).toBe(
    "::notice file=plan.json::Not linted: plan.json#a.b (known only after apply).\n",
  );
  expect(githubReport(report([], { command: "test", notChecked: [one, other] }), context())).toBe(
    "::notice::Not tested: plan.json#a.b (known only after apply); a.yaml.tmpl (a template).\n",
  );
  const infos = Array.from({ length: 10 }, (_, line) =>
    diagnostic({
      severity: "info",
      location: { file: "a", start: { line, column: 1 }, end: { line, column: 2 } },
    }),
  );
  const all = githubReport(report(infos, { notChecked: [one] }), context());
  expect(all.match(/^::notice/gm)).toHaveLength(10);
});

test("the exchange that shows a finding is said after it", () => {
  expect(githubReport(report([withWitness]), context())).toContain(
    "::A name is missing here.%0AIt fails for GET https://example.com/.%0AAdd one.\n",
  );
});
