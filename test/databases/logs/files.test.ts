import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { logFiles, type Database } from "@traffic-policy/policy-impact";
import { duckDb } from "../databases.ts";
import { withFiles } from "./reading.ts";

let database: Database;
beforeAll(async () => {
  database = await duckDb();
});
afterAll(() => database.close());

test("of files with dates in their names those are read that may hold what is asked for", async () => {
  await withFiles({}, async (folder) => {
    for (const day of ["19", "20", "21", "22", "23", "24"]) {
      mkdirSync(join(folder, "2026", "02"), { recursive: true });
      writeFileSync(join(folder, "2026", "02", `${day}-a.log`), "");
    }
    const pattern = join(folder, "{yyyy}", "{MM}", "{dd}-*.log");
    const range = {
      since: new Date("2026-02-21T00:00:00Z"),
      until: new Date("2026-02-22T00:00:00Z"),
    };
    const days = async (times: { since?: Date; until?: Date }): Promise<string[]> =>
      [...(await logFiles(database, [pattern], times)).matchAll(/(\d\d)-a/g)].map(
        ([, day = ""]) => day,
      );
    expect(await days(range)).toEqual(["20", "21", "22"]);
    expect(await days({ since: range.since })).toEqual(["20", "21", "22", "23", "24"]);
    expect(await days({})).toHaveLength(6);
    await expect(days({ since: new Date("2027-01-01T00:00:00Z") })).rejects.toThrow(
      "is of that time",
    );
    await expect(logFiles(database, [join(folder, "*.json")])).rejects.toThrow("There is no file");
    expect(await logFiles(database, ["-", pattern, pattern], range)).toMatch(
      /^\['\/dev\/stdin', (?:'[^']*', ){2}'[^']*'\]$/,
    );
  });
});

test.each([
  ["events", "a pipe", 'cat "$0" | "$@"'],
  ["combined", "a pipe", 'cat "$0" | "$@"'],
  ["events", "a file", '"$@" < "$0"'],
  ["combined", "a file", '"$@" < "$0"'],
])("%s are read from standard input that is %s", async (name, _, command) => {
  const program = fileURLToPath(new URL("count-standard-input.ts", import.meta.url));
  const line =
    name === "events"
      ? `{"event_type":"http_request_complete.v0","object":{"http":{"request":{"method":"get"}}}}\n`
      : `192.0.2.1 - - [10/Oct/2026:13:55:36 +0200] "GET / HTTP/1.1" 200 1 "-" "-"\n`;
  const log = Buffer.concat([
    Buffer.from(line.repeat(20_000)),
    Buffer.from("wrong\n"),
    Buffer.of(0xff, 10),
  ]);
  await withFiles({ log }, async (folder) => {
    const options = ["--conditions=@traffic-policy/source", "--import", "tsx", program, name];
    const words = ["-c", command, join(folder, "log"), process.execPath, ...options];
    expect(execFileSync("sh", words, { encoding: "utf8" })).toBe("20001 1 1\n");
  });
});
