import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { terminalScreen } from "../../scripts/picture/terminal-screen.ts";
import { configuration, project, runOnTerminal, terminal } from "./command.ts";

const count = 6;
const names = Array.from({ length: count }, (_, index) => `${index}`);

/** A project in which loading the policies takes some seconds. */
function slowProject(): string {
  const wait = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 350);\n";
  const rules = '[{ name: "a", actions: [{ type: "deny" }] }]';
  return project({
    ...Object.fromEntries(
      names.map((name) => [
        `${name}.policy.ts`,
        `${wait}console.error("Policy ${name} is loaded.");\nexport default { inbound: ${rules} };\n`,
      ]),
    ),
    ...Object.fromEntries(
      names.map((name) => [
        `${name}.cases.json`,
        '{ "cases": [{ "name": "Nobody", "request": { "url": "/" }, "expect": { "status": 403 } }] }',
      ]),
    ),
    "traffic-policy.config.json": configuration({
      targets: Object.fromEntries(
        names.map((name) => [
          `t${name}`,
          { kind: "https-route", edge: "edge_1", route: `r${name}`, policy: `./${name}.policy.ts` },
        ]),
      ),
    }),
  });
}

/** The lines that are left on the screen. */
async function screen(shown: string): Promise<string[]> {
  const lines = await terminalScreen(shown, 200);
  return lines.map((runs) =>
    runs
      .map(({ text }) => text)
      .join("")
      .trimEnd(),
  );
}

test.each([
  ["lint", ["lint"], "Linting", `No findings in ${count} files.`],
  ["test", ["test"], "Testing", `${count} passed in ${count} files.`],
  ["build", ["build"], "Linting", "t5  written    dist/policies/t5.json"],
  ["build without lint", ["build", "--no-lint"], "Loading", "t5  written    dist/policies/t5.json"],
  ["plan", ["plan"], "Linting", `${count} to create.`],
])("%s shows how far it is, and nothing of it stays", async (_what, args, verb, last) => {
  const shown = await terminal(args, { cwd: slowProject() });
  expect(shown).toMatch(new RegExp(`${verb}: [1-5] of ${count}`));
  const left = await screen(shown);
  expect(left.filter((line) => line.includes(` of ${count}`))).toEqual([]);
  // What policies print is there once, also what they print meanwhile.
  for (const name of names) {
    expect(left.filter((line) => line === `Policy ${name} is loaded.`)).toHaveLength(1);
  }
  expect(left).toContain(last);
  expect(shown.lastIndexOf("\u001b[?25h")).toBeGreaterThan(shown.lastIndexOf("\u001b[?25l"));
});

test("results that go to a file hold nothing of it", async () => {
  const cwd = slowProject();
  const shown = await terminal(["lint"], { cwd, redirect: ">out.txt" });
  expect(shown).toMatch(/Linting: [1-5] of 6/);
  expect(readFileSync(join(cwd, "out.txt"), "utf8")).toBe(`No findings in ${count} files.\n`);
});

test.each([
  ["errors go to a file", "2>err.txt", {}],
  ["the terminal cannot move its cursor", undefined, { TERM: "dumb" }],
])("where %s, nothing is shown", async (_what, redirect, env) => {
  const cwd = slowProject();
  const shown = await terminal(["lint"], { cwd, redirect, env });
  const told = redirect === undefined ? shown : readFileSync(join(cwd, "err.txt"), "utf8");
  expect(shown + told).not.toContain("Linting");
  expect(told.match(/is loaded/g)).toHaveLength(count);
});

test("an interruption shows the cursor again", async () => {
  const { shown, signal } = await runOnTerminal(["lint"], {
    cwd: slowProject(),
    signal: ["Linting: ", "SIGINT"],
  });
  expect(signal).toBe(2);
  expect(shown.lastIndexOf("\u001b[?25h")).toBeGreaterThan(shown.lastIndexOf("\u001b[?25l"));
});
