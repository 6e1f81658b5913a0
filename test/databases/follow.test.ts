import { spawn } from "node:child_process";
import { appendFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import type { FollowOutput } from "../../packages/cli/src/commands/impact/follow/output.ts";
import { userEnvironment } from "../../scripts/user-environment.js";
import { project, run, runAlone } from "../e2e/command.ts";

const packages = fileURLToPath(new URL("node_modules", import.meta.url));
const command = fileURLToPath(
  new URL("../../packages/cli/bin/traffic-policy.cjs", import.meta.url),
);

const policy = JSON.stringify({
  on_http_request: [
    {
      name: "Internal",
      expressions: ["req.url.path.startsWith('/internal/')"],
      actions: [{ type: "deny", config: { status_code: 404 } }],
    },
    {
      name: "Norway",
      expressions: ["conn.geo.country_code == 'NO'"],
      actions: [{ type: "log", config: { metadata: { a: "b" } } }],
    },
  ],
});

const line = (path: string): string =>
  `192.0.2.22 - - [25/Jun/2026:10:14:35 +0000] "GET ${path} HTTP/1.1" 200 1 "-" "x"\n`;

function folder(): string {
  const cwd = project({ "after.json": policy, "log.ndjson": line("/before") });
  symlinkSync(packages, join(cwd, "node_modules"));
  return cwd;
}

/** What is told of all requests. */
function whole(out: string): FollowOutput {
  const last = JSON.parse(out.trim().split("\n").at(-1) ?? "") as FollowOutput;
  expect(last.part).toBe("whole");
  return last;
}

test("a log is followed until a signal, also after it was rotated; nothing of before is counted", async () => {
  const cwd = folder();
  const file = join(cwd, "log.ndjson");
  const args = "impact after.json --log log.ndjson --follow --interval 0.2 --format json";
  const child = spawn(process.execPath, [command, ...args.split(" ")], {
    cwd,
    env: userEnvironment(),
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const told = { out: "", err: "" };
  child.stdout.on("data", (data: Buffer) => (told.out += String(data)));
  child.stderr.on("data", (data: Buffer) => (told.err += String(data)));
  const seen = (): number => {
    const lines = told.out.split("\n").slice(0, -1);
    return lines.reduce((all, text) => all + (JSON.parse(text) as FollowOutput).seen, 0);
  };
  const until = async (count: number): Promise<void> => {
    while (seen() < count || told.out === "") {
      await new Promise((settle) => child.stdout.once("data", settle));
    }
  };
  await until(0);
  appendFileSync(file, line("/a") + line("/internal/b") + "nothing of a log\n");
  await until(2);
  renameSync(file, `${file}.1`);
  appendFileSync(`${file}.1`, line("/late"));
  writeFileSync(file, line("/new"));
  await until(4);
  child.kill("SIGINT");
  const status = await new Promise((settle) => child.once("close", settle));
  expect({ status, err: told.err }).toEqual({ status: 0, err: "" });
  expect(whole(told.out)).toMatchObject({
    rows: 5,
    skipped: 1,
    seen: 4,
    waiting: 0,
    outcomes: [
      { outcome: "forwarded", count: 3 },
      { outcome: "denied", status: 404, count: 1 },
    ],
    rules: [
      { name: "Internal", count: 1, unknown: 0 },
      { name: "Norway", count: 0, unknown: 3 },
    ],
  });
});

test("standard input is followed to its end, with a last line that has none", async () => {
  const cwd = folder();
  const input = line("/internal/a") + line("/b").trimEnd();
  const args = ["impact", "after.json", "--log", "-", "--follow"];
  const { status, out, err } = await runAlone([...args, "--format", "json"], { cwd, input });
  expect({ status, err }).toEqual({ status: 0, err: "" });
  expect(whole(out)).toMatchObject({ rows: 2, seen: 2 });
  const shown = await runAlone(args, { cwd, input });
  expect(shown.out).toMatch(/^In \d+ s: 2 requests, [\d.,]+\/s\n {2}/);
  expect(shown.out).toMatch(/denied with 404 +1 .* 50 %\n/);
  expect(shown.out).toMatch(/rule 1 \("Internal"\) matched +1 /);
  expect(shown.out).toMatch(/rule 2 \("Norway"\) matched +0 .*and perhaps 1\n/);
});

test.each([
  ["--log log.ndjson after.json", "--follow is about one policy."],
  ["--log log.ndjson --log other.ndjson", "--follow is about one log."],
  ["--log missing.ndjson", "missing.ndjson: There is no such file."],
  ["--log log.ndjson --format html", "--follow and --format html cannot be used together."],
  ["--log log.ndjson --since 2026-01-01", "--follow and --since cannot be used together."],
  ["--log log.ndjson --interval 0.01", "--interval: It is 0.1 seconds at least."],
  ["--log log.ndjson --log-format csv", "--follow: A line of the format csv tells nothing alone."],
  ["--log log.ndjson --log-format comined", '--log-format: There is no format "comined".'],
])("%s is refused", async (args, message) => {
  const words = ["impact", "after.json", "--follow", ...args.split(" ")];
  const { status, out, err } = await run(words, { cwd: folder() });
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toContain(`error: ${message}`);
});
