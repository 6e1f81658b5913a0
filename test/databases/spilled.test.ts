import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { userEnvironment } from "../../scripts/user-environment.js";
import { project } from "../e2e/command.ts";

// What does not fit into memory is part of the log, with the credentials in it.

const packages = fileURLToPath(new URL("node_modules", import.meta.url));
const program = fileURLToPath(
  new URL("../../packages/cli/bin/traffic-policy.cjs", import.meta.url),
);

const policy = JSON.stringify({
  inbound: [
    {
      expressions: ["req.cookies['session'].exists(c, c.value.startsWith('1'))"],
      actions: [{ type: "deny" }],
    },
  ],
});

/** So many events that not all of them fit into memory, each with a cookie of its own. */
function events(): string {
  const event = (index: number): string =>
    JSON.stringify({
      event_type: "http_request_complete.v0",
      event_timestamp: "2026-11-02T00:00:00Z",
      object: {
        http: {
          request: {
            method: "get",
            headers: { cookie: [`session=${index}-${"x".repeat(300)}`] },
            url: { host: "a.example", path: `/${index}`, query: "", scheme: "https" },
          },
          response: { status_code: 200 },
        },
      },
    });
  return Array.from({ length: 300_000 }, (_, index) => `${event(index)}\n`).join("");
}

interface Places {
  readonly cwd: string;
  readonly temporary: string;
}

function places(): Places {
  const root = project({ "a.json": policy, "log.ndjson": "" });
  const [cwd, temporary] = [join(root, "work"), join(root, "tmp")];
  mkdirSync(cwd);
  mkdirSync(temporary);
  symlinkSync(packages, join(root, "node_modules"));
  writeFileSync(join(root, "log.ndjson"), events());
  chmodSync(cwd, 0o555);
  return { cwd, temporary };
}

function started({ cwd, temporary }: Places): ChildProcess {
  const args = ["impact", "../a.json", "--log", "../log.ndjson", "--memory", "300MB"];
  return spawn(process.execPath, [program, ...args, "--examples", "0"], {
    cwd,
    env: { ...userEnvironment(), TMPDIR: temporary },
    stdio: ["ignore", "ignore", "pipe"],
  });
}

/** The folder of a run that has written something into it. */
async function spilled({ temporary }: Places, other = "", least = 1): Promise<string> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const folder = readdirSync(temporary).find(
      (name) => name.startsWith("traffic-policy-impact-") && !other.endsWith(name),
    );
    if (folder !== undefined && readdirSync(join(temporary, folder)).length >= least) {
      return join(temporary, folder);
    }
    // oxlint-disable-next-line no-await-in-loop -- It is waited for.
    await new Promise((settle) => setTimeout(settle, 10));
  }
  throw new Error("Nothing was written.");
}

test("what does not fit into memory is the user's alone, outside of the project, and goes with a signal", async () => {
  const at = places();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    const child = started(at);
    const folder = await spilled(at);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([2, null]);
    expect(readdirSync(at.temporary)).toEqual([]);
  }
  expect(readdirSync(at.cwd)).toEqual([]);
});

test("what a killed run has left is removed by the next one, and what one that runs needs is not", async () => {
  const at = places();
  const killed = started(at);
  const folder = await spilled(at);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  expect(readdirSync(folder)).not.toEqual([]);
  const next = started(at);
  const ofNext = await spilled(at, folder);
  expect(existsSync(folder)).toBe(false);
  const other = started(at);
  await spilled(at, ofNext, 0);
  expect(existsSync(ofNext)).toBe(true);
  for (const child of [next, other]) {
    child.kill("SIGTERM");
    // oxlint-disable-next-line no-await-in-loop -- Each has to end.
    expect(await once(child, "exit")).toEqual([2, null]);
  }
  expect(readdirSync(at.temporary)).toEqual([]);
  expect(readdirSync(at.cwd)).toEqual([]);
});
