import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configuration, project, run } from "./command.ts";
import { clean } from "./lint/findings.ts";

test.each([
  [["lint", "--cache"], "lint-cache.json"],
  [["diff"], "emulator.json"],
  [["deploy", "--yes"], "history"],
])("what %j keeps is the user's alone, and git leaves it out", async (args, kept) => {
  const cwd = project({
    "traffic-policy.config.json": configuration(),
    "ssh.json": clean,
    "web.json": clean,
  });
  expect((await run(args, { cwd })).status).not.toBe(2);
  const folder = join(cwd, ".traffic-policy");
  expect(readdirSync(folder)).toContain(kept);
  expect(readFileSync(join(folder, ".gitignore"), "utf8")).toBe("*\n");
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});
