import { compilePolicy } from "@traffic-policy/policy-engine";
import { duckdb, type Database, type LogColumns } from "@traffic-policy/policy-impact";
import { printedWriterNames } from "@traffic-policy/policy-impact/internal";
import { expect, test } from "vitest";
import { printedQuery } from "../../../../packages/cli/src/commands/impact/printed-query.ts";

// It prints, and runs nothing.
const database = { writer: duckdb } as unknown as Database;
const columns: LogColumns = {
  fields: new Set(["time", "uri", "status"]),
  headers: { request: { all: true }, response: { names: ["location"] } },
  hasUnreadable: true,
};
const rule = { expressions: ["req.url.path == '/a'"], actions: [{ type: "deny" }] };
const sides = [await compilePolicy({}), await compilePolicy({ inbound: [rule] })] as const;
const asked = { from: "read_ndjson('log.ndjson')", columns };

test("without a name, the query is the one that would run", () => {
  const sql = printedQuery(sides, asked, undefined, database);
  expect(sql).toMatch(/^SELECT /);
  expect(sql).toContain("read_ndjson('log.ndjson')");
  expect(printedQuery(sides, asked, "duckdb", database)).toBe(sql);
});

test.each(printedWriterNames.filter((name) => name !== "duckdb"))(
  "for %s, the query is about a table whose columns are told",
  (name) => {
    const sql = printedQuery(sides, asked, name, database);
    const [first, ...lines] = sql.split("\n");
    expect(first).toBe(`-- For ${name}. It has not been run here.`);
    expect(
      lines.filter((line) => line.startsWith("--   ")).map((line) => line.slice(5).split(":")[0]),
    ).toEqual(["time", "uri", "status", "request_headers", "response_header_location"]);
    expect(sql).toContain("FROM log)");
    expect(sql).not.toMatch(/read_ndjson|unreadable/);
  },
);

test("for a database that SQL is not written for, there is one sentence", () => {
  expect(() => printedQuery(sides, asked, "mysql", database)).toThrow(
    '--sql: "mysql" is no database that SQL is written for.',
  );
});

test("what has no SQL is told before the query, or refused", async () => {
  const expressions = ["req.url.path.matches('\\\\p{L}+$')"];
  const open = [
    sides[0],
    await compilePolicy({ inbound: [{ name: "Letters", expressions, actions: rule.actions }] }),
  ] as const;
  expect(printedQuery(open, asked, "clickhouse", database)).toContain(
    "-- There is no exact SQL for what follows. Where it matters, an ending is below 0:\n" +
      String.raw`--   the pattern \p{L}+$ (Letters)`,
  );
  expect(printedQuery(sides, asked, "clickhouse", database)).not.toContain("no exact SQL");
  for (const name of [undefined, "clickhouse"]) {
    expect(() => printedQuery(open, { ...asked, untranslated: "refuse" }, name, database)).toThrow(
      String.raw`There is no exact SQL for the pattern \p{L}+$ (Letters)`,
    );
  }
});
