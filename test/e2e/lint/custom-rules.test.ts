import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { project, run } from "../command.ts";
import { clean, lint } from "./findings.ts";

const example = fileURLToPath(new URL("../../../docs/examples/custom-rule", import.meta.url));

/** A copy of the example, where nothing is installed. */
function copyOfExample(): string {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(example, folder, { recursive: true });
  return folder;
}

describe("the example of the page", () => {
  test("finds what it is for, with the options of the configuration", async () => {
    const found = await lint([], { cwd: copyOfExample() });
    expect(found.findings).toEqual([
      "web.json:6:64 error ours/deny-status",
      "web.json:11:19 error ours/deny-status",
    ]);
    expect(found.diagnostics[0]).toMatchObject({
      message: "We do not refuse with the status 405.",
      help: 'Write one of 403, 429 as "status_code".',
      path: "/inbound/0/actions/0/config/status_code",
    });
    expect(found.status).toBe(1);
  });

  test("can be set on the command line, listed and explained like the others", async () => {
    const cwd = copyOfExample();
    const found = await lint(["web.json", "--rule", "ours/deny-status=info"], { cwd });
    expect(found.findings).toEqual(["web.json:11:19 info ours/deny-status"]);
    const list = await run(["rules", "--format", "json"], { cwd });
    expect(JSON.parse(list.out).rules).toContainEqual({
      name: "ours/deny-status",
      recommended: "warning",
      strict: "warning",
      what: "A `deny` has no status code, or one that we do not refuse with.",
      custom: true,
    });
    const page = await run(["explain", "ours/deny-status"], { cwd });
    expect(page.out).toMatch(
      /^ours\/deny-status\n[^]*The people on call count refusals[^]*allowed/,
    );
  });

  test("is ignored by a comment like the others", async () => {
    const cwd = copyOfExample();
    const input = `inbound:
  - name: a
    actions:
      # traffic-policy-ignore-next-line ours/deny-status -- told to the people on call
      - type: deny
`;
    const found = await lint(["--stdin-filename", "b.yaml"], { cwd, input });
    expect(found.findings).toEqual([]);
  });
});

/** A configuration in code with these custom rules. */
function withRules(rules: string): string {
  return `import { defineConfig, defineRule } from "traffic-policy";
const docs = { what: "w", wrong: "{}", right: "{}", why: "y" };
export default defineConfig({ service: "emulator", targets: {}, lint: { customRules: ${rules} } });
`;
}

describe("a rule of one's own", () => {
  test("is shown every part that it looks at, and related places", async () => {
    const rules = `{
      "mine/parts": defineRule({ severity: "info", docs, visit: {
        document: ({ path }, report) => report({ path, message: "document" }),
        rule: ({ path }, report) => report({ path, part: "key", message: "rule" }),
        expression: ({ path, text }, report) => report({ path, part: { start: 0, end: text.length }, message: "expression" }),
        action: ({ path, rule }, report) => report({ path, message: "action", related: [{ path: rule.path, message: "its rule" }] }),
        text: ({ path }, report) => report({ path, message: "text" }),
      } }),
    }`;
    const policy = `{ "inbound": [
  { "name": "a",
    "expressions": ["req.host == 'a'"],
    "actions": [{ "type": "custom-response", "config": { "status_code": 200, "headers": { "content-type": "text/plain" }, "content": "b" } }] }
] }`;
    const cwd = project({ "a.json": policy, "traffic-policy.config.ts": withRules(rules) });
    const found = await lint(["a.json"], { cwd });
    const own = found.diagnostics.filter(({ rule }) => rule === "mine/parts");
    expect(own.map(({ message, location }) => [message, location?.start.line])).toEqual([
      ["document", 1],
      ["rule", 2],
      ["expression", 3],
      ["action", 4],
      ["text", 4],
      ["text", 4],
    ]);
    expect(own[3]?.related).toMatchObject([
      { message: "its rule", location: { start: { line: 2, column: 3 } } },
    ]);
  });

  test("that throws is named, and the other files are linted", async () => {
    const rules = `{ "mine/bad": defineRule({ severity: "error", docs, visit: {
      rule({ name }) { if (name === "b") throw new TypeError("no such thing"); },
    } }) }`;
    const cwd = project({
      "a.json": clean,
      "b.json": clean.replace('"a"', '"b"'),
      "traffic-policy.config.ts": withRules(rules),
    });
    const { status, out, err } = await run(["lint", "b.json", "a.json"], { cwd });
    expect(err).toBe(
      'error: b.json: The lint rule "mine/bad" throws TypeError: no such thing. (at traffic-policy.config.ts:4:48)\n  help: Correct the rule, which is one of the configuration\'s own.\n',
    );
    expect(out).toBe("No findings in 1 file, 1 file could not be linted.\n");
    expect(status).toBe(2);
  });

  test("that does not end is stopped, and the other files are linted", async () => {
    const rules = `{ "mine/slow": defineRule({ severity: "error", docs, visit: {
      rule({ name }) { while (name === "b") { try { for (;;); } catch {} } },
    } }) }`;
    const cwd = project({
      "a.json": clean,
      "b.json": clean.replace('"a"', '"b"'),
      "traffic-policy.config.ts": withRules(rules),
    });
    const { status, out, err } = await run(["lint", "b.json", "a.json", "--timeout", "0.5"], {
      cwd,
    });
    expect(err).toBe(
      "error: b.json: The configuration's own lint rules are not done after 0.5 seconds: mine/slow.\n  help: Look for a loop without an end; --timeout gives them more time.\n",
    );
    expect(out).toBe("No findings in 1 file, 1 file could not be linted.\n");
    expect(status).toBe(2);
  });

  test("that points to what is not there still has a place in the file", async () => {
    const rules = `{ "mine/lost": defineRule({ severity: "error", docs, visit: {
      document: (_node, report) => report({ path: "/inbound/7/actions", message: "lost" }),
    } }) }`;
    const cwd = project({ "a.json": clean, "traffic-policy.config.ts": withRules(rules) });
    const { out } = await run(["lint", "a.json"], { cwd });
    expect(out).toContain("error: lost mine/lost\n  --> a.json:1:12\n");
  });

  test.each([
    [
      "a built-in name",
      '{ "document/size": defineRule({ severity: "error", docs, visit: {} }) }',
      'There is a built-in lint rule "document/size".',
    ],
    [
      "a name without a category",
      '{ nodeny: defineRule({ severity: "error", docs, visit: {} }) }',
      '"nodeny" cannot be the name of a lint rule.',
    ],
    ["something else", '{ "mine/x": () => 1 }', '"mine/x" is not a lint rule.'],
    [
      "a severity that is none",
      '{ "mine/x": { severity: "eror", docs, visit: {} } }',
      '"mine/x" is not a lint rule.',
    ],
    ["a list of rules", "[]", '"customRules" must be an object, not a list.'],
  ])("%s is refused: one sentence, exit status 2", async (_what, rules, sentence) => {
    const cwd = project({ "a.json": clean, "traffic-policy.config.ts": withRules(rules) });
    const { status, err } = await run(["lint", "a.json"], { cwd });
    expect(err).toContain(`error: traffic-policy.config.ts: ${sentence}`);
    expect(err.trimEnd().split("\n").length).toBeLessThanOrEqual(2);
    expect(status).toBe(2);
  });
});
