import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../../../packages/cli/src/program.ts";
import { testContext } from "../../context.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "traffic-policy-which-log-"));
  const deny = { inbound: [{ name: "Nobody", actions: [{ type: "deny" }] }] };
  writeFileSync(join(folder, "a.json"), JSON.stringify(deny));
});
afterAll(() => rmSync(folder, { recursive: true }));

const one = "http://user:secret@127.0.0.1:9/logs";

test.each([
  [[], "There is no log."],
  [["--database", one], "--database: Which table has the log?"],
  [["--table", "logs"], "--table: Which database has it?"],
  [["--log", "a.ndjson", "--table", "logs"], "--log and --table exclude each other."],
  [["--log", "a.ndjson", "--database", one], "--log and --database exclude each other."],
  [
    ["--database", one, "--database", "http://127.0.0.1:9/logs/", "--table", "logs"],
    "--database is given once: for the rows of several servers, name a `Distributed` table of one of them.",
  ],
  [["--database", "me:secret@db", "--table", "logs"], "--database: A database is named by a URL."],
  [["--database", "secret", "--table", "logs"], "--database: A database is named by a URL."],
  [
    ["--log", "a.ndjson", "--where", "req.url.path"],
    "--where: The result is of type string, and not true or false.",
  ],
])("%j is refused before anything is asked", async (words, message) => {
  const context = await testContext(folder);
  expect(await run(["impact", "a.json", ...words], context)).toBe(2);
  expect(context.printed.err).toContain(message);
  expect(context.printed.out + context.printed.err).not.toContain("secret");
});

test("a policy file that is not there is named before the log", async () => {
  const context = await testContext(folder);
  expect(await run(["impact", "a.json", "nosuch.yml"], context)).toBe(2);
  expect(context.printed.err).toBe("error: nosuch.yml: There is no such file.\n");
});
