import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Diagnostic } from "@traffic-policy/policy-language";
import { describe, expect, test } from "vitest";
import { configuration, project, run } from "./command.ts";

/** Policies as people publish them. */
const published = fileURLToPath(new URL("fixtures/published", import.meta.url));

describe("lint", () => {
  test("as JSON it gives what the design says", async () => {
    const cwd = project({
      "a.json": '{"inbound": [{"name": "a", "actions": []}]}',
      "b.json": '{"inbound": [{"name": "b", "actions": [{"type": "deny"}]}]}',
    });
    const { status, out } = await run(["lint", "a.json", "b.json", "--format", "json"], { cwd });
    expect(JSON.parse(out)).toEqual({
      version: 1,
      files: 2,
      summary: { error: 1, warning: 0, info: 0 },
      diagnostics: [
        {
          rule: "document/rule-actions",
          severity: "error",
          message: 'The rule "a" has no actions.',
          help: 'Add an action, such as { "type": "deny" }, or remove the rule.',
          path: "/inbound/0/actions",
          location: {
            file: "a.json",
            start: { line: 1, column: 39 },
            end: { line: 1, column: 41 },
          },
          docs: "docs/rules/document/rule-actions.md",
        },
      ],
      failures: [],
    });
    expect(status).toBe(1);
  });

  test("a file that cannot be linted is in the JSON too", async () => {
    const cwd = project({ "a.ts": 'throw new Error("no");' });
    const { status, out } = await run(["lint", "a.ts", "--format", "json"], { cwd });
    expect(JSON.parse(out).failures).toEqual([
      { file: "a.ts", message: "a.ts:1:7: It throws Error: no.", position: { line: 1, column: 7 } },
    ]);
    expect(status).toBe(2);
  });

  test("without files it lints the targets of the configuration, each file once", async () => {
    const policy = '{"inbound": [{"actions": [{"type": "deny"}]}]}';
    const targets = {
      one: { kind: "tcp-edge", edge: "e1", policy: "p/policy.json" },
      two: { kind: "tcp-edge", edge: "e2", policy: "p/policy.json" },
    };
    const lint = { rules: { "document/rule-name": "error" } };
    const cwd = project({
      "p/policy.json": policy,
      "traffic-policy.config.json": configuration({ targets, lint }),
    });
    const { status, out } = await run(["lint"], { cwd: join(cwd, "p") });
    expect(out).toContain("error: The rule has no name.");
    expect(out).toContain("  --> policy.json:1:15\n");
    expect(out).toContain("1 error in 1 file.\n");
    expect(status).toBe(1);
  });

  test("a warning alone is no failure", async () => {
    const cwd = project({ "a.json": '{"enabled": true, "inbound": []}' });
    expect(await run(["lint", "a.json"], { cwd })).toMatchObject({ status: 0, err: "" });
  });

  test("only code loads the TypeScript loader", async () => {
    const cwd = project({
      "a.json": '{"inbound": []}',
      "a.ts": "export default { inbound: [] };",
      "traffic-policy.config.json": configuration(),
    });
    const env = {
      NODE_OPTIONS: `--import ${new URL("fixtures/tell-addons.js", import.meta.url).href}`,
    };
    expect((await run(["lint", "a.json"], { cwd, env })).err).toBe("native add-ons: 0\n");
    expect((await run(["lint", "a.ts"], { cwd, env })).err).toMatch(/native add-ons: [1-9]/);
  });

  test.each([
    ["FORCE_COLOR", { FORCE_COLOR: "1" }, true],
    ["NO_COLOR", { NO_COLOR: "1", FORCE_COLOR: "1" }, false],
    ["a pipe", {}, false],
  ])("colours with %s", async (_what, env, colored) => {
    const cwd = project({ "a.json": '{"inbound": []}' });
    const { out } = await run(["lint", "a.json"], { cwd, env });
    expect(out.includes("\u001b[")).toBe(colored);
  });

  test("published policies are linted without a crash, and every finding has its place", async () => {
    const files = readdirSync(published).map((name) => join(published, name));
    expect(files.length).toBeGreaterThanOrEqual(5);
    const { status, out, err } = await run(["lint", "--format", "json", ...files], {
      cwd: project({}),
    });
    expect({ status, err }).toEqual({ status: 1, err: "" });
    const report = JSON.parse(out) as { files: number; diagnostics: Diagnostic[] };
    expect(report.files).toBe(files.length);
    for (const { location } of report.diagnostics) expect(location?.start.line).toBeGreaterThan(0);
  });
});
