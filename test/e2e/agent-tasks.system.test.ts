import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { tasks } from "../bench/agent-tasks/tasks.ts";
import { project } from "./command.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

function runTasks(
  ...args: readonly string[]
): Promise<{ status: number | null; out: string; err: string }> {
  const command = ["--import", "tsx", "test/bench/agent-tasks/run.ts", ...args];
  return new Promise((settle) => {
    const child = execFile(process.execPath, command, { cwd: root }, (_error, out, err) =>
      settle({ status: child.exitCode, out, err }),
    );
  });
}

test("without a folder, the tasks are told, and not their answers", async () => {
  const { status, out } = await runTasks();
  expect(status).toBe(0);
  for (const { name, text } of tasks) expect(out).toContain(`${name}: ${text}\n`);
  expect(out).not.toContain("on_http_request");
});

test("a folder of answers becomes a table; what answers no task is left out, with a sentence", async () => {
  const [first] = tasks;
  const folder = project({
    [`${first?.name}.yaml`]: stringify(first?.reference),
    "robots.json": JSON.stringify(tasks.find(({ name }) => name === "robots")?.wrong),
    "notes.md": "",
  });
  const { status, out, err } = await runTasks(folder);
  expect(err).toBe(`${folder}/notes.md answers no task: it is left out.\n`);
  expect(out).toMatch(/^right +admin-pages +0 +3\/3 +2\/2$/m);
  expect(out).toMatch(/^wrong +robots +0 +1\/2 +2\/3$/m);
  expect(out).toMatch(/^no answer +canary +0 +0\/2 +0\/1$/m);
  expect(out.endsWith("\n1 of 30 are right.\n")).toBe(true);
  expect(status).toBe(1);
  const none = await runTasks(`${folder}/none`);
  expect(none).toMatchObject({
    status: 2,
    out: "",
    err: `${folder}/none: There is no such folder.\n`,
  });
});
