import { compilePolicy } from "@traffic-policy/policy-engine";
import { sqlOfImpact } from "@traffic-policy/policy-impact";
import { fieldNames, printedWriter } from "@traffic-policy/policy-impact/internal";
import type { QueryWriter } from "../../packages/policy-impact/src/sql/writer.ts";
import { expect, test } from "vitest";

function writerOf(name: string): QueryWriter {
  const writer = printedWriter(name);
  if (writer === undefined) throw new Error(`There is no writer for ${name}.`);
  return writer;
}

test.each(["duckdb", "clickhouse", "clickhouse-18"])(
  "%s has a query for what all databases can tell",
  async (name) => {
    const rules = [
      "req.url.path.startsWith('/a') && req.method == 'GET'",
      "getReqHeader('X-A').exists(v, v == '1')",
      "getQueryParam('q')[0] == '1'",
      "inCidrRange(conn.client_ip, '10.0.0.0/8')",
      "req.user_agent.matches('(?i)bot')",
      "req.ts.header_received.getHours() < 12",
    ].map((expression) => ({ expressions: [expression], actions: [{ type: "deny" }] }));
    const [before, after] = await Promise.all([
      compilePolicy({ inbound: [] }),
      compilePolicy({ inbound: rules }),
    ]);
    const writer = writerOf(name);
    const sql = sqlOfImpact(before, after, {
      database: { writer },
      from: "logs",
      columns: {
        fields: new Set(fieldNames),
        headers: { request: { all: true }, response: { all: true } },
      },
      untranslated: "refuse",
    });
    expect(sql).not.toContain("undefined");
    // What each of the rules asks is in it.
    expect(sql.match(/WHEN .*? THEN/g)?.length).toBeGreaterThan(rules.length);
  },
);

test("a database without a writer has none", () => {
  expect(printedWriter("mysql")).toBeUndefined();
  expect(printedWriter("toString")).toBeUndefined();
});
