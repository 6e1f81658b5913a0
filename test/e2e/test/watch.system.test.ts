import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project, start } from "../command.ts";
import { cases, policy } from "./files.ts";

/** The summaries of a running `test --watch`, one after the other. */
async function* summaries({ stdout }: ChildProcess): AsyncGenerator<string> {
  let text = "";
  if (stdout === null) return;
  for (;;) {
    for (let end = text.indexOf(".\n"); end >= 0; end = text.indexOf(".\n")) {
      const [line = ""] = text.slice(0, end).split("\n").slice(-1);
      text = text.slice(end + 2);
      yield line;
    }
    const [data] = (await once(stdout, "data")) as [Buffer];
    text += data.toString();
  }
}

test("--watch tests again when cases, the policy, or a file that is new changes", async () => {
  const cwd = project({ "web.policy.yaml": policy, "web.cases.yaml": cases });
  const child = start(["test", "--watch"], { cwd });
  const seen = summaries(child);
  const next = async (): Promise<string> => String((await seen.next()).value);
  expect(await next()).toBe("2 passed in 1 file");
  writeFileSync(join(cwd, "web.cases.yaml"), cases.replace("404", "403"));
  expect(await next()).toBe("1 failed, 1 passed in 1 file");
  writeFileSync(join(cwd, "web.policy.yaml"), policy.replace("404", "403"));
  expect(await next()).toBe("2 passed in 1 file");
  writeFileSync(join(cwd, "more.cases.yaml"), `policy: web.policy.yaml\n${cases}`);
  expect(await next()).toBe("1 failed, 3 passed in 2 files");
  child.kill("SIGINT");
  const [status] = (await once(child, "exit")) as [number];
  expect(status).toBe(0);
});
