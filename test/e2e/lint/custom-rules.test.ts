import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { endless, project, run } from "../command.ts";
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
    const list = await run(["explain", "--format", "json"], { cwd });
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
        rule({ path, actions }, report) {
          report({ path, part: "key", message: "rule" });
          const related = [{ path, message: "its rule" }];
          actions.forEach((_action, index) =>
            report({ path: path + "/actions/" + index, message: "action", related }));
        },
        expression: ({ path, text }, report) => report({ path, part: { start: 0, end: text.length }, message: "expression" }),
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
      'error: b.json: The lint rule "mine/bad" throws TypeError: no such thing. (at traffic-policy.config.ts:4:48)\n  help: Correct this custom rule of the configuration.\n',
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
    const { status, out, err } = await run(["lint", "b.json", "a.json", "--timeout", "2"], {
      cwd,
    });
    expect(err).toBe(
      'error: b.json: The lint rule "mine/slow" did not finish within 2 seconds, and is skipped from here on.\n  help: Look for an endless loop; --timeout allows more time.\n',
    );
    expect(out).toBe("No findings in 2 files, 1 lint rule did not finish.\n");
    expect(status).toBe(2);
  });

  describe("that does not end", () => {
    const rules = `{
      "mine/first": defineRule({ severity: "warning", docs, visit: {
        rule({ path, name }, report) { report({ path, message: "first of " + name }); },
      } }),
      "mine/loop": defineRule({ severity: "error", docs, visit: {
        rule({ path, name }, report) {
          appendFileSync("asked", name + "\\n");
          report({ path, message: "loop" });
          ${endless}
        },
      } }),
      "mine/last": defineRule({ severity: "warning", docs, visit: {
        rule({ path, name }, report) { report({ path, message: "last of " + name }); },
      } }),
    }`;
    const files = (): Record<string, string> => ({
      "a.json": clean,
      "b.json": clean.replace('"a"', '"b"'),
      "c.yaml":
        "# traffic-policy-ignore-next-line mine/loop -- It is known.\ninbound:\n  - name: c\n    actions: [{ type: deny }]\n",
      "traffic-policy.config.ts": `import { appendFileSync } from "node:fs";\n${withRules(rules)}`,
    });
    const names = ["a.json", "b.json", "c.yaml"];
    const told =
      'error: a.json: The lint rule "mine/loop" did not finish within 2 seconds, and is skipped from here on.\n';

    test("is named alone and asked once, and all files are linted by the others", async () => {
      const cwd = project(files());
      const args = ["lint", ...names, "--timeout", "2"];
      const { status, out, err } = await run(args, { cwd });
      expect(err.replace(/ {2}help: .*\n/, "")).toBe(told);
      expect(out.match(/warning: .* mine\/\w+/g)).toEqual([
        "warning: first of a mine/first",
        "warning: last of a mine/last",
        "warning: first of b mine/first",
        "warning: last of b mine/last",
        "warning: first of c mine/first",
        "warning: last of c mine/last",
      ]);
      expect(out).toContain("6 warnings in 3 files, 1 lint rule did not finish.\n");
      expect(status).toBe(2);
      expect(readFileSync(join(cwd, "asked"), "utf8")).toBe("a\n");
    });

    test("is asked once also when files are fixed, and linted again", async () => {
      const cwd = project({
        ...files(),
        "d.json": clean.replace('"actions"', `"expressions": ["req.Method == 'GET'"], "actions"`),
      });
      const args = ["lint", "--fix", "d.json", ...names, "--timeout", "2"];
      const { status, out, err } = await run(args, { cwd });
      expect(err).toContain(told.replace("a.json", "d.json"));
      expect(out).toContain("1 finding fixed in 1 file.");
      expect(status).toBe(2);
      expect(readFileSync(join(cwd, "asked"), "utf8")).toBe("a\n");
    });

    test("keeps what a baseline knows of it", async () => {
      const entry = { file: "b.json", rule: "mine/loop", path: "/inbound/b", message: "loop" };
      const cwd = project({
        ...files(),
        "known.json": JSON.stringify({ version: 1, findings: [entry] }),
      });
      const args = ["lint", ...names, "--timeout", "2", "--baseline", "known.json"];
      const { out } = await run(args, { cwd });
      expect(out).not.toContain("no longer there");
      await run([...args, "--update-baseline"], { cwd });
      const { findings } = JSON.parse(readFileSync(join(cwd, "known.json"), "utf8")) as {
        findings: unknown[];
      };
      expect(findings).toContainEqual(entry);
      expect(findings).toHaveLength(7);
    });

    test("is told in each format", async () => {
      const cwd = project(files());
      const formats = ["json", "sarif", "github", "junit"];
      const outs = await Promise.all(
        formats.map(async (format) => {
          const args = ["lint", ...names, "--timeout", "2", "--format", format];
          return (await run(args, { cwd })).out;
        }),
      );
      for (const out of outs) {
        expect(out.split("mine/loop").length).toBeGreaterThan(1);
        expect(out).toContain("did not finish within 2 seconds");
      }
      expect(JSON.parse(outs[0] ?? "")).toMatchObject({
        files: 3,
        failures: [{ file: "a.json", rule: "mine/loop" }],
      });
    });

    test("two of them are named, each once", async () => {
      const looping = `defineRule({ severity: "error", docs, visit: { document() { ${endless} } } })`;
      const cwd = project({
        ...files(),
        "traffic-policy.config.ts": withRules(`{ "mine/x": ${looping}, "mine/y": ${looping} }`),
      });
      const { err } = await run(["lint", ...names, "--timeout", "2"], { cwd });
      expect(err.match(/"mine\/\w"/g)).toEqual(['"mine/x"', '"mine/y"']);
    });

    test("and looks at orders to ignore is stopped, too", async () => {
      const cwd = project({
        "c.yaml": files()["c.yaml"] ?? "",
        "d.ts":
          "// traffic-policy-ignore-next-line document/empty -- None yet.\nexport default {};\n",
        "traffic-policy.config.ts": withRules(
          `{ "mine/loop": defineRule({ severity: "error", docs, visit: { ignore() { ${endless} } } }) }`,
        ),
      });
      const { status, err } = await run(["lint", "d.ts", "c.yaml", "--timeout", "2"], { cwd });
      expect(err.match(/"mine\/\w+" did not finish/g)).toEqual(['"mine/loop" did not finish']);
      expect(status).toBe(2);
    });
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
    [
      "a keyword that is not checked",
      '{ "mine/x": defineRule({ severity: "error", docs, visit: {}, options: { schema: { items: { oneOf: [] } } as never, default: [] } }) }',
      'The schema of the options of "mine/x" has the keyword "oneOf", which is not supported.',
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
