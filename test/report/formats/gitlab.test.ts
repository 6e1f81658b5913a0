import type { Report, ReportContext } from "@traffic-policy/report";
import gitlabReport from "@traffic-policy/report/formats/gitlab";
import { expect, test } from "vitest";
import { gitlabErrors } from "../gitlab-schema.ts";
import { inFile } from "../alike.ts";
import { context, diagnostic, report, withWitness } from "../sample.ts";

interface Entry {
  readonly fingerprint: string;
  readonly description: string;
}

function entries(given: Report, more: Partial<ReportContext> = {}): readonly Entry[] {
  const text = gitlabReport(given, { ...context(), ...more });
  const found = JSON.parse(text) as readonly Entry[];
  expect(gitlabErrors(found)).toEqual([]);
  return found;
}

const prints = (given: Report): readonly string[] =>
  entries(given).map(({ fingerprint }) => fingerprint);

test("the schema refuses what GitLab does not take", () => {
  const entry = { ...entries(report([diagnostic()]))[0] };
  expect(gitlabErrors([entry, entry])).toEqual([entry.fingerprint]);
  for (const wrong of [{ severity: "error" }, { location: { path: "./web.json" } }]) {
    expect(gitlabErrors([{ ...entry, ...wrong }])).not.toEqual([]);
  }
});

test("an entry a finding, by its severity", () => {
  const found = [
    diagnostic(),
    diagnostic({ severity: "warning" }),
    diagnostic({ severity: "info" }),
  ];
  const location = { path: "infra/web.json", lines: { begin: 2 } };
  const check = { check_name: "expression/syntax", description: "A name is missing here." };
  expect(entries(report(found), { nameOf: (file) => `infra/${file}` })).toMatchObject([
    { ...check, severity: "major", location },
    { ...check, severity: "minor", location },
    { ...check, severity: "info", location },
  ]);
});

test("the description also has the exchange that shows it, and what to do", () => {
  expect(entries(report([withWitness]))[0]?.description).toBe(
    "A name is missing here. It fails for GET https://example.com/. Add one.",
  );
});

test("a fingerprint stays when lines and rules move, and changes with everything else", () => {
  const [before] = prints(report([inFile("a.json")]));
  const moved = inFile("a.json", { path: "/inbound/7/expressions/1" }, 40);
  expect(prints(report([moved]))).toEqual([before]);
  const others = [
    inFile("b.json"),
    inFile("a.json", { message: "Another one." }),
    inFile("a.json", { rule: "expression/type" }),
    inFile("a.json", { path: "/outbound/0/expressions/0" }),
  ];
  expect(prints(report(others))).not.toContain(before);
});

test("files that could not be linted, and rules that did not finish", () => {
  const failures = [
    { file: "bad.ts", message: "bad.ts:2:7: It throws Error: no.", help: "Look." },
    { file: "gone.json", message: "gone.json: There is no such file." },
    { file: "slow.json", rule: "own/slow", message: "It did not finish within 5 seconds." },
    { file: "open.json", message: "A bracket is not closed.", position: { line: 3, column: 1 } },
  ];
  const severity = "critical";
  expect(entries(report([], { failures }))).toMatchObject([
    {
      description: "The file could not be linted: It throws Error: no. Look.",
      check_name: "lint/failure",
      severity,
      location: { path: "bad.ts", lines: { begin: 2 } },
    },
    { severity, location: { path: "gone.json", lines: { begin: 1 } } },
    { check_name: "own/slow", severity, location: { path: "slow.json" } },
    { severity, location: { path: "open.json", lines: { begin: 3 } } },
  ]);
});

test("checks that did not pass, each in its file", () => {
  const section = { name: "a.cases.yaml", columns: [], result: "", subject: "", lines: [] };
  const start = { line: 5, column: 3 };
  const location = { file: "b.cases.yaml", start, end: start };
  const finding = { severity: "error", title: "The old API", message: "expected 403" } as const;
  const findings = [
    { ...finding, location },
    { ...finding, location: undefined },
  ];
  const given = report([], { command: "test", sections: [{ ...section, findings }] });
  const check = {
    description: "The old API: expected 403",
    check_name: "test",
    severity: "major",
  };
  expect(entries(given)).toMatchObject([
    { ...check, location: { path: "b.cases.yaml", lines: { begin: 5 } } },
    { ...check, location: { path: "a.cases.yaml", lines: { begin: 1 } } },
  ]);
});

test("an empty list when nothing is found", () => {
  expect(gitlabReport(report([]), context())).toBe("[]\n");
});
