import sarifReport from "@traffic-policy/report/formats/sarif";
import { rules } from "@traffic-policy/policy-lint";
import { type Report, type ReportContext } from "@traffic-policy/report";
import { describe, expect, test } from "vitest";
import { reportedRule } from "../../../packages/cli/src/lint/reported-rule.ts";
import { context, diagnostic, report, withWitness } from "../sample.ts";
import { sarifErrors } from "../sarif-schema.ts";

interface Log {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
      readonly invocations: readonly unknown[];
      readonly results: readonly {
        readonly ruleId: string;
        readonly ruleIndex: number;
        readonly partialFingerprints: Readonly<Record<string, string>>;
      }[];
    },
  ];
}

function sarif(given: Report, more: Partial<ReportContext> = {}): Log {
  const log = JSON.parse(sarifReport(given, { ...context(), ...more })) as Log;
  expect(sarifErrors(log)).toEqual([]);
  return log;
}

describe("SARIF, each time valid against the schema", () => {
  test("which refuses what is none", () => {
    expect(sarifErrors({ version: "2.1.0", runs: [{}] })).not.toEqual([]);
  });

  test("a finding with its place, its rule and what belongs to it", () => {
    const related = [
      { message: "It began here.", path: "/inbound", location: diagnostic().location },
      { message: "There is another.", path: "/outbound" },
    ];
    const { results } = sarif(report([diagnostic({ help: "Add one.", related: related as never })]))
      .runs[0];
    expect(results).toEqual([
      {
        ruleId: "expression/syntax",
        ruleIndex: 0,
        level: "error",
        message: { text: "A name is missing here. Add one." },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: "web.json" },
              region: { startLine: 2, startColumn: 5, endLine: 2, endColumn: 8 },
            },
          },
        ],
        relatedLocations: [
          expect.objectContaining({ id: 0, message: { text: "It began here." } }),
          { id: 1, message: { text: "There is another." } },
        ],
        partialFingerprints: {
          "trafficPolicyFinding/v1":
            "expression/syntax web.json /inbound/*/expressions/* A name is missing here. 1",
        },
      },
    ]);
  });

  test("every rule can be described", () => {
    const found = [...rules.keys()].map((rule) => diagnostic({ rule }));
    const { tool, results } = sarif(report(found)).runs[0];
    expect(tool.driver.rules.map(({ id }) => id)).toEqual([...rules.keys()].toSorted());
    for (const { ruleId, ruleIndex } of results) {
      expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    }
  });

  test("severities are levels, and a place is a URI", () => {
    const found = (["error", "warning", "info"] as const).map((severity) =>
      diagnostic({
        severity,
        location: {
          file: "two words/ä#?%.json",
          start: { line: 1, column: 1 },
          end: { line: 1, column: 1 },
        },
      }),
    );
    const { results } = sarif(report(found)).runs[0];
    expect(results).toMatchObject([{ level: "error" }, { level: "warning" }, { level: "note" }]);
    expect(JSON.stringify(results[0])).toContain('"uri":"two%20words/%C3%A4%23%3F%25.json"');
  });

  test("fingerprints stay when lines and rules move, and are not the same for two findings", () => {
    const prints = (line: number, index: number) => {
      const location = { file: "a", start: { line, column: 1 }, end: { line, column: 1 } };
      const one = diagnostic({ path: `/inbound/${index}/actions/0`, location });
      return sarif(report([one, one])).runs[0].results.map(
        ({ partialFingerprints }) => partialFingerprints["trafficPolicyFinding/v1"],
      );
    };
    expect(prints(1, 0)).toEqual(prints(7, 3));
    expect(new Set(prints(1, 0)).size).toBe(2);
  });

  test("a file that could not be linted makes the run unsuccessful", () => {
    const failures = [
      { file: "bad.ts", message: "bad.ts:2:7: It throws.", position: { line: 2, column: 7 } },
    ];
    expect(sarif(report([], { failures })).runs[0].invocations).toMatchObject([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [
          { level: "error", message: { text: "bad.ts:2:7: It throws." } },
        ],
      },
    ]);
    expect(sarif(report([])).runs[0].invocations).toMatchObject([{ executionSuccessful: true }]);
  });

  test("what was left out is a note of the run, with its place", () => {
    const left = {
      notChecked: [
        { file: "two words/plan.json#a.b", reason: "known only after apply" },
        { file: "a.yaml.tmpl", reason: "a template" },
      ],
      ignored: 1,
    };
    const physical = (uri: string): object => ({ physicalLocation: { artifactLocation: { uri } } });
    expect(sarif(report([], left)).runs[0].invocations).toEqual([
      {
        executionSuccessful: true,
        toolExecutionNotifications: [
          {
            level: "note",
            message: { text: "Not linted: known only after apply." },
            locations: [
              {
                ...physical("two%20words/plan.json"),
                logicalLocations: [{ fullyQualifiedName: "a.b" }],
              },
            ],
          },
          {
            level: "note",
            message: { text: "Not linted: a template." },
            locations: [physical("a.yaml.tmpl")],
          },
          { level: "note", message: { text: "Not linted: 1 file ignored by lint.ignore." } },
        ],
      },
    ]);
  });

  test("a fix whose changes of the text are known", () => {
    const range = diagnostic().location;
    if (range === undefined) throw new Error("it has a place");
    const fix = { title: "Write a", safe: true, edits: [] };
    const { results } = sarif(report([diagnostic({ fix })]), {
      changesOf: () => [{ range, text: "a" }],
    }).runs[0];
    expect(results[0]).toMatchObject({
      fixes: [
        {
          description: { text: "Write a" },
          artifactChanges: [
            {
              artifactLocation: { uri: "web.json" },
              replacements: [
                {
                  deletedRegion: { startLine: 2, startColumn: 5, endLine: 2, endColumn: 8 },
                  insertedContent: { text: "a" },
                },
              ],
            },
          ],
        },
      ],
    });
  });

  test("a rule of the user's own, and a finding without a place", () => {
    const { location: _location, ...nowhere } = diagnostic({ rule: "mine/one" });
    const own = {
      severity: "warning",
      docs: { what: "One.", wrong: "{}", right: "{}", why: "Two.", page: "https://a.example/one" },
      visit: {},
    } as const;
    const { tool } = sarif(report([nowhere]), {
      ruleOf: (name) => reportedRule(name, own),
    }).runs[0];
    expect(tool.driver.rules).toMatchObject([
      {
        id: "mine/one",
        helpUri: "https://a.example/one",
        defaultConfiguration: { level: "warning" },
      },
    ]);
  });
});

test("the exchange that shows a finding is said in its message, and is one of its properties", () => {
  const [result] = sarif(report([withWitness])).runs[0].results;
  expect(result).toMatchObject({
    message: {
      text: "A name is missing here. It fails for GET https://example.com/. Add one.",
    },
    properties: { witness: { exchange: { request: { url: "https://example.com/" } } } },
  });
});
