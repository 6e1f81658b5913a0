import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database } from "@traffic-policy/policy-impact";
import { literalPattern } from "@traffic-policy/policy-impact/internal";
import { logFiles } from "../../../packages/policy-impact/src/logs/file-names.ts";
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

test("a name that was found is no pattern any more, and neither is that of the folder", async () => {
  const names = ["a*.log", "a?.log", "a[b].log", "ab.log", "a{b}.log"];
  await withFiles({}, async (root) => {
    const folder = join(root, "x[1]*");
    mkdirSync(folder);
    mkdirSync(join(root, "x1"));
    for (const name of names) writeFileSync(join(folder, name), "1\n2\n");
    const countOf = async (pattern: string): Promise<unknown> => {
      const files = await logFiles(database, [join(literalPattern(folder), pattern)]);
      const read = `read_csv(${files}, header = false, columns = {a: 'VARCHAR'})`;
      for await (const [count] of database.rows(`SELECT count(*) FROM ${read}`))
        return Number(count);
      return undefined;
    };
    expect(await countOf("*")).toBe(10);
    // It is the name of a file, and no pattern of one.
    expect(await countOf("a[[]b].log")).toBe(2);
    rmSync(join(folder, "ab.log"));
    expect(await countOf("a[b].log")).toBe(2);
  });
});

test("a database that is restricted to files reads no others, and writes none", async () => {
  await withFiles({ "a*.log": "1\n", "ab.log": "2\n" }, async (folder) => {
    const restricted = await duckDb();
    const read = async (name: string): Promise<unknown[]> => {
      const rows: unknown[] = [];
      const sql = `SELECT content FROM read_text('${join(folder, name)}')`;
      for await (const [row] of restricted.rows(sql)) rows.push(row);
      return rows;
    };
    await restricted.restrictTo?.([join(folder, "a*.log")]);
    expect(await read("a[*].log")).toEqual(["1\n"]);
    await expect(read("ab.log")).rejects.toThrow("Permission Error");
    for (const sql of [
      `COPY (SELECT 1) TO '${join(folder, "b")}'`,
      "SET enable_external_access = true",
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- One database does one thing after the other.
      await expect(restricted.keep(`SELECT 1; ${sql}`)).rejects.toThrow(/Permission|Invalid Input/);
    }
    await restricted.close();
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
