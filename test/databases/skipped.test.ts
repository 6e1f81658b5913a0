import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { project, run } from "../e2e/command.ts";

const packages = fileURLToPath(new URL("node_modules", import.meta.url));

const line = (start: string, request: string): string =>
  `${start} - - [25/Jun/2026:10:14:35 +0000] "${request} HTTP/1.1" 200 1 "-" "x"\n`;

const log = [
  "nothing of a log\n",
  line("192.0.2.22", "OPTIONS *"),
  line("192.0.2.22", "GET http://other.example/a"),
  line("::ffff:192.0.2.22", "GET /a"),
  line("::1", "GET /a"),
  line("www.example.com:443 192.0.2.22", "GET /a"),
].join("");

const rule = (expression: string): string =>
  JSON.stringify({
    on_http_request: [{ name: "a", expressions: [expression], actions: [{ type: "deny" }] }],
  });

function folder(): string {
  const cwd = project({
    "access.log": log,
    "client.json": rule("conn.client_ip != '192.0.2.22'"),
    "host.json": rule("req.host == 'www.example.com'"),
  });
  symlinkSync(packages, join(cwd, "node_modules"));
  return cwd;
}

test("each row that is skipped is listed with its line and the reason", async () => {
  const cwd = folder();
  const args = ["impact", "client.json", "--log", "access.log", "--show-skipped"];
  const { status, out } = await run([...args, "--format", "json"], { cwd });
  expect(status).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    rows: 6,
    skipped: 2,
    changed: 1,
    skippedLines: [
      { file: "access.log", line: 1, reason: "It is not in the format combined." },
      { file: "access.log", line: 2, reason: "It is a request for no path: *" },
    ],
    dimensions: expect.arrayContaining([
      expect.objectContaining({
        dimension: "network",
        rows: [expect.objectContaining({ value: "::/32" })],
      }),
    ]) as unknown,
  });
  const pretty = await run(args, { cwd });
  expect(pretty.out).toMatch(/\n {2}0::\/32 /);
  expect(pretty.out).toContain(
    "\n  access.log:1: It is not in the format combined.\n    nothing of a log\n  access.log:2: ",
  );
});

test("what is assumed holds where the log does not tell it", async () => {
  const cwd = folder();
  const args = ["impact", "host.json", "--log", "access.log", "--format", "json"];
  const counts = async (...more: readonly string[]): Promise<unknown> => {
    const { changed, unknown } = JSON.parse((await run([...args, ...more], { cwd })).out) as {
      changed: number;
      unknown: number;
    };
    return { changed, unknown };
  };
  expect(await counts()).toEqual({ changed: 1, unknown: 2 });
  expect(await counts("--assume", "host=www.example.com")).toEqual({ changed: 3, unknown: 0 });
  const wrong = await run([...args, "--assume", "hots=a"], { cwd });
  expect(wrong.err).toContain('--assume: "hots=a" says nothing of a field.\n  help: Did you mean');
});
