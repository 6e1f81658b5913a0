import { readFileSync } from "node:fs";
import { DOMParser } from "@xmldom/xmldom";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { project, run } from "../command.ts";
import { builtPolicy, cases, definedCases, policy } from "./files.ts";

function schema(name: string) {
  const file = new URL(`../../../packages/cli/schema/${name}.schema.json`, import.meta.url);
  return new Ajv2020({ strictTypes: false, allErrors: true }).compile(
    JSON.parse(readFileSync(file, "utf8")) as object,
  );
}

/** A case that passes, one that fails, one that cannot be run, and a file that cannot be tested. */
const files = {
  "web.policy.yaml": policy,
  "web.cases.yaml": `${cases.replace("/v2/a", "/v3/<a>")}  - { name: None, expect: { outcome: failed } }\n`,
  "broken.policy.yaml": policy,
  "broken.cases.yaml": "cases: []",
};

test("JSON is as its schema says", async () => {
  const cwd = project(files);
  const { status, out } = await run(["test", "--format", "json", "--suggest"], { cwd });
  const report = JSON.parse(out) as Record<string, unknown>;
  const isReport = schema("test");
  expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true);
  expect(report["summary"]).toEqual({ cases: 3, passed: 1, failed: 1, undecided: 0, errors: 1 });
  expect(report["failures"]).toEqual([
    expect.objectContaining({ file: "broken.cases.yaml" }) as object,
  ]);
  expect(report["files"]).toMatchObject([
    {
      file: "web.cases.yaml",
      policy: "web.policy.yaml",
      cases: [
        { state: "passed" },
        {
          state: "failed",
          location: { start: { line: 5, column: 5 } },
          differences: [{ path: "/upstream/url" }],
          outcome: { result: "forwarded", trace: {} },
        },
        { state: "error" },
      ],
    },
  ]);
  expect(status).toBe(2);
});

test("JUnit's XML has a suite a file and a test a case", async () => {
  const { status, out } = await run(["test", "--format", "junit"], { cwd: project(files) });
  const document = new DOMParser().parseFromString(out, "text/xml");
  const suites = [...document.getElementsByTagName("testsuite")];
  const counts = suites.map((suite) =>
    ["name", "tests", "failures", "errors"].map((name) => suite.getAttribute(name)),
  );
  expect(counts).toEqual([
    ["web.cases.yaml", "3", "1", "1"],
    ["broken.cases.yaml", "1", "0", "1"],
  ]);
  const [failure] = [...document.getElementsByTagName("failure")];
  expect(failure?.getAttribute("message")).toBe(
    'URL for the upstream: expected "https://example.com/v3/<a>", received "https://example.com/v2/a"',
  );
  expect(failure?.textContent).toContain("matched      Old API");
  expect(status).toBe(2);
});

test("the schema of case files takes what the command takes", async () => {
  const isCases = schema("cases");
  const { parse } = await import("yaml");
  expect(isCases(parse(cases)), JSON.stringify(isCases.errors)).toBe(true);
  expect(isCases({ cases: [{ name: "a", expects: {} }] })).toBe(false);
});

test("coverage is shown in the source: of JSON and YAML the very part, of code the call", async () => {
  const cwd = project({
    "web.policy.yaml": policy,
    "web.cases.yaml": cases,
    "built.policy.ts": builtPolicy,
    "built.cases.ts": definedCases.replaceAll("./web", "./built"),
  });
  const { status, out } = await run(["test", "--coverage"], { cwd });
  expect(out)
    .toContain(`  uncovered: req.url.path == '/metrics' never decides by being true in the inbound rule "Internal".
    --> web.policy.yaml:5:50
      |
    5 |       - req.url.path.startsWith('/internal/') || req.url.path == '/metrics'
      |                                                  ^^^^^^^^^^^^^^^^^^^^^^^^^^
`);
  expect(out)
    .toContain(`  uncovered: !inCidrRange(conn.client_ip, '10.0.0.0/8') is never false in the inbound rule "Internal".
    --> built.policy.ts:5:11
      |
    5 |     .when(not(conn.clientIp.inCidr("10.0.0.0/8")))
      |           ^
`);
  expect(out).toContain("  80 %  ########..  inbound: Internal  matched 1, not matched 1\n");
  expect(out).toContain("  50 %  #####.....  inbound: Old API   matched 1, not matched 0\n");
  expect(status).toBe(0);
});

test("less than --min-coverage is a failure, and says so", async () => {
  const cwd = project({ "web.policy.yaml": policy, "web.cases.yaml": cases });
  const { status, out, err } = await run(["test", "--min-coverage", "100"], { cwd });
  const [, percent = ""] = /(\d+) % is covered\.\n$/.exec(out) ?? [];
  expect(err).toContain(`error: Coverage is below --min-coverage: ${percent} % instead`);
  expect(status).toBe(1);
  expect(await run(["test", "--min-coverage", percent], { cwd })).toMatchObject({ status: 0 });
});
