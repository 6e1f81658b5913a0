import jsonReport from "@traffic-policy/report/formats/json";
import { expect, test } from "vitest";
import { context, diagnostic, report, withWitness } from "../sample.ts";

test("version, files, summary, diagnostics and failures", () => {
  const found = [diagnostic(), diagnostic({ severity: "warning" })];
  const failures = [{ file: "bad.ts", message: "bad.ts: There is no such file." }];
  const text = jsonReport(report(found, { failures }), context());
  expect(JSON.parse(text)).toEqual({
    version: 1,
    files: 1,
    summary: { error: 1, warning: 1, info: 0 },
    diagnostics: found,
    failures,
  });
  expect(text.endsWith("}\n")).toBe(true);
});

test("what a baseline did, when there was one", () => {
  const baseline = { known: 3, stale: 1 };
  expect(JSON.parse(jsonReport(report([], { baseline }), context()))).toMatchObject({ baseline });
});

test("what fixing did, when it was asked for", () => {
  const fixes = { fixed: 1, files: [{ file: "web.json", fixed: 1 }], left: [] };
  expect(JSON.parse(jsonReport(report([], { fixes }), context()))).toMatchObject({ fixes });
});

test("the exchange that shows a finding, as a case has it", () => {
  expect(JSON.parse(jsonReport(report([withWitness]), context()))).toMatchObject({
    diagnostics: [{ witness: { exchange: { request: { url: "https://example.com/" } } } }],
  });
});
