import { compilePolicy, type CompiledPolicy } from "@traffic-policy/policy-engine";
import type { JsonValue } from "@traffic-policy/policy-language";
import { fieldNames, type LogRecord } from "@traffic-policy/policy-impact";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "@traffic-policy/policy-impact";
import { arbitraryPolicy } from "../../policy-proof/random-policies.ts";
import { howMany, sampled } from "../../seeded.ts";
import { duckDb } from "../databases.ts";
import { allColumns, duckDbRows } from "./duckdb-rows.ts";
import { expressions } from "./expressions.ts";
import { arbitraryRecord, withoutSome } from "./hostile-records.ts";
import { agreement } from "./truth.ts";

let database: Database;

beforeAll(async () => {
  database = await duckDb();
});
afterAll(() => database.close());

const records = sampled(arbitraryRecord, howMany(240, 1000));

async function compiled(expression: string): Promise<CompiledPolicy | undefined> {
  const rule = { expressions: [expression], actions: [{ type: "deny" }] };
  const policy = await compilePolicy({ inbound: [rule] });
  return policy.problems.length === 0 ? policy : undefined;
}

test("DuckDB agrees with the engine on each row of each expression, or leaves it open", async () => {
  const texts = expressions();
  const all = await Promise.all(texts.map(compiled));
  const policies = all.filter((one) => one !== undefined);
  const names = texts.filter((_, index) => all[index] !== undefined);
  expect(policies.length).toBeGreaterThanOrEqual(300);
  const rows = { database, from: duckDbRows(records), columns: allColumns };
  const { decided, open, wrong } = await agreement(policies, records, rows);
  expect(wrong.map(({ policy, text }) => `${names[policy]}: ${text}`).slice(0, 10)).toEqual([]);
  console.log(
    `${policies.length} expressions, ${records.length} rows: ${decided} decided, ${open} open.`,
  );
  expect(decided / (decided + open)).toBeGreaterThan(0.6);
});

test("DuckDB decides nothing for which a value that is not known matters", async () => {
  const all = await Promise.all(expressions().map(compiled));
  const policies = all.filter((one) => one !== undefined);
  const texts = expressions().filter((_, index) => all[index] !== undefined);
  const names = sampled(
    fc.subarray([...fieldNames, "request", "response"] as const),
    records.length,
  );
  const partly = records.map((record, index) => withoutSome(record, new Set(names[index])));
  const others = sampled(arbitraryRecord, 5);
  // What is not known may be what it was, or as in any other record.
  const completions = (index: number): LogRecord[] => {
    const record = records[index];
    if (record === undefined) return [];
    const unknown = new Set<string>(names[index]);
    return [
      ...others.map((other): LogRecord => {
        const of = (name: string): LogRecord => (unknown.has(name) ? other : record);
        const { request } = of("request").headers;
        const { response } = of("response").headers;
        const fields = Object.fromEntries(
          fieldNames.map((name) => [name, of(name).fields[name] ?? null]),
        );
        // A header that is known tells the host, too.
        const told = unknown.has("host") && request?.["host"] !== undefined ? { host: null } : {};
        return {
          fields: { ...fields, ...told },
          headers: { ...(request && { request }), ...(response && { response }) },
        };
      }),
    ];
  };
  const rows = { database, from: duckDbRows(partly), columns: allColumns };
  const { wrong } = await agreement(policies, partly, rows, completions);
  expect(wrong.map(({ policy, text }) => `${texts[policy]}: ${text}`).slice(0, 10)).toEqual([]);
});

test("DuckDB agrees with the engine on random policies", async () => {
  const documents = sampled(arbitraryPolicy, howMany(200, 1000));
  const policies = await Promise.all(
    documents.map((document) => compilePolicy(document as unknown as JsonValue)),
  );
  const some = records.slice(0, 120);
  const rows = { database, from: duckDbRows(some), columns: allColumns };
  const { decided, open, wrong } = await agreement(policies, some, rows);
  const shown = wrong.map(({ policy, text }) => `${JSON.stringify(documents[policy])}: ${text}`);
  expect(shown.slice(0, 5)).toEqual([]);
  console.log(
    `${policies.length} policies, ${some.length} rows: ${decided} decided, ${open} open.`,
  );
  expect(decided / (decided + open)).toBeGreaterThan(0.4);
});
