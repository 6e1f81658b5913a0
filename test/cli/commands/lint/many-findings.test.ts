import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../../../../packages/cli/src/program.ts";
import { testContext } from "../../context.ts";

const mistaken = '{ "inbound": [{ "name": "a", "actions": [{ "type": "teleport" }] }] }\n';
const files = 400;

/** A folder of policies with the same finding in each. */
function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "many-")));
  onTestFinished(() => rmSync(path, { recursive: true }));
  for (const team of ["blue", "red"]) mkdirSync(join(path, team));
  for (let index = 0; index < files; index += 1) {
    const team = index % 4 === 0 ? "blue" : "red";
    writeFileSync(join(path, team, `${index}.policy.json`), mistaken);
  }
  return path;
}

async function lint(
  cwd: string,
  ...args: readonly string[]
): Promise<{ status: number; out: string; err: string }> {
  const context = await testContext(cwd);
  const status = await run(["lint", ".", ...args], context);
  return { status, ...context.printed };
}

test("400 files with the same finding are a screen, and count as many as they are", async () => {
  const cwd = folder();
  const { status, out, err } = await lint(cwd, "--max-warnings", "399");
  expect(status).toBe(1);
  expect(err).toContain("There are more warnings than --max-warnings allows: 400 instead of 399.");
  expect(out.split("\n").length).toBeLessThanOrEqual(40);
  expect(out).toContain(
    'Unknown action type "teleport". action/unknown-type (400 times in 400 files)',
  );
  expect(out).toContain("  red                  300 warnings in 300 files\n");
  expect(out).toMatch(/\n400 warnings in 400 files\.\n/);

  const all = await lint(cwd, "--all");
  expect(all.out.match(/^warning: /gm)).toHaveLength(files);
  expect(all.out.match(/^ {2}--> /gm)).toHaveLength(files);

  const none = await lint(cwd, "--max-diagnostics", "0", "--rule", "action/unknown-type=error");
  expect(none.status).toBe(1);
  expect(none.out).toMatch(/^By rule:\n {2}action\/unknown-type {2}400 errors in 400 files\n/);
  expect(none.out).toContain("\n--max-diagnostics leaves out 400 of 400 findings.\n");

  const github = await lint(cwd, "--format", "github");
  expect(github.out.match(/^::warning /gm)).toHaveLength(10);
  expect(github.out).toContain("::group::action/unknown-type: 400 warnings in 400 files\n");
});

test.each(["json", "sarif", "gitlab", "junit", "unix"])(
  "%s always has all findings: it takes no limit, and --all says nothing new",
  async (format) => {
    const cwd = realpathSync(mkdtempSync(join(tmpdir(), "many-")));
    onTestFinished(() => rmSync(cwd, { recursive: true }));
    for (let index = 0; index < 7; index += 1) {
      writeFileSync(join(cwd, `${index}.policy.json`), mistaken);
    }
    const { status, out, err } = await lint(cwd, "--format", format, "--max-diagnostics", "3");
    const message = `--max-diagnostics and --format ${format} cannot be used together: the format always has all findings.`;
    const help = "Remove --max-diagnostics.";
    expect({ status, err }).toEqual({ status: 2, err: `error: ${message}\n  help: ${help}\n` });
    const failure = { version: 1, error: { message, help } };
    expect(out).toBe(format === "json" ? `${JSON.stringify(failure, undefined, 2)}\n` : "");
    const plain = await lint(cwd, "--format", format);
    expect(plain.out.match(/teleport/g)?.length).toBeGreaterThanOrEqual(7);
    expect(await lint(cwd, "--format", format, "--all")).toEqual(plain);
  },
);

test.each(["-1", "1.5", "none", "many"])("%j is no number of findings", async (text) => {
  const { status, err } = await lint(process.cwd(), `--max-diagnostics=${text}`);
  expect(status).toBe(2);
  expect(err).toContain(`"${text}" is not a valid value for --max-diagnostics.`);
});
