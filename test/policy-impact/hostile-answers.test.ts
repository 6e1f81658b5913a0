import { compilePolicy } from "@traffic-policy/policy-engine";
import { duckdb, type Database } from "@traffic-policy/policy-impact";
import { DatabaseError, impactOf, type Impact } from "@traffic-policy/policy-impact/internal";
import type { Cell } from "../../packages/policy-impact/src/database.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rowsOfAnswer } from "../../packages/policy-impact/src/databases/clickhouse-answer.ts";
import { outsideTexts } from "../fuzz/outside-texts.ts";
import { seededAsync } from "../seeded.ts";

/** Whole answers as ClickHouse writes them. */
const answers = [["[1]", '["a", null]'], []].map(
  (rows) =>
    `{\n\t"meta":\n\t[\n\t],\n\n\t"data":\n\t[\n${rows.map((row) => `\t\t${row}`).join(",\n")}\n\t],\n\n\t"rows": ${rows.length}\n}\n`,
);

async function* inParts(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** What something gives, or the error of a database. */
async function orDatabaseError<T>(work: () => Promise<T>): Promise<T | DatabaseError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DatabaseError) return error;
    throw error;
  }
}

test("an answer that was changed gives whole rows, as many as it says, or the error of a database", async () => {
  await seededAsync(
    fc.asyncProperty(outsideTexts(answers), fc.integer({ min: 1, max: 64 }), async (text, size) => {
      const found = await orDatabaseError(() =>
        allOf(rowsOfAnswer(inParts(text, Math.max(size, text.length / 1000)))),
      );
      if (found instanceof DatabaseError) return;
      const told = [...text.matchAll(/^\t"rows": (\d+)/gm)].at(-1)?.[1];
      expect(found).toHaveLength(Number(told));
    }),
    40,
    10_000,
  );
});

const record = JSON.stringify({
  method: "GET",
  host: "example.com",
  uri: "/a",
  client_ip: "192.0.2.1",
  status: "200",
  "request headers": { accept: ["*/*"] },
});

const cell: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -2, max: 4 }) },
  outsideTexts([record]),
  fc.constantFrom<Cell>(
    null,
    true,
    false,
    record,
    "",
    "NaN",
    "1e999",
    -1,
    0.5,
    2 ** 60,
    10n ** 30n,
  ),
);

/** A database that answers each query with rows of its own, of any length. */
function hostile(rows: readonly (readonly Cell[])[]): Database {
  return {
    writer: duckdb,
    keep: () => Promise.resolve("groups"),
    async *rows() {
      yield* rows;
    },
    columnsOf: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  };
}

test("rows that are none give counts that add up, or the error of a database", async () => {
  const [before, after] = await Promise.all(
    ["/a", "/b"].map((path) =>
      compilePolicy({
        on_http_request: [
          {
            expressions: [`req.url.path == '${path}' || 'x' in req.headers`],
            actions: [{ type: "deny" }],
          },
        ],
      }),
    ),
  );
  const columns = { fields: new Set(["host", "uri", "method"] as const), headers: {} };
  await seededAsync(
    fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 9 }), { maxLength: 4 }), async (rows) => {
      const found = await orDatabaseError(() =>
        impactOf(before as never, after as never, {
          database: hostile(rows),
          from: "log",
          columns,
          dimensions: ["path"],
        }),
      );
      if (found instanceof DatabaseError) return;
      expect(
        countsOf(found).filter((count) => !(Number.isSafeInteger(count) && count >= 0)),
      ).toEqual([]);
    }),
    40,
    10_000,
  );
});

function countsOf({ passages, rules, ...impact }: Impact): readonly number[] {
  const { rows, skipped, notAsked, perhapsAsked, seen, evaluated, changed, unknown } = impact;
  return [
    rows,
    skipped,
    notAsked,
    perhapsAsked,
    seen,
    evaluated,
    changed,
    unknown,
    ...passages.map(({ count }) => count),
    ...rules.flat().map(({ count }) => count),
  ];
}
