import {
  clickhouse,
  clickhouse18,
  DatabaseError,
  type Cell,
  type Column,
  type Database,
  type QueryOptions,
  type QueryProgress,
} from "@traffic-policy/policy-impact";
import fc from "fast-check";
import { expect, test } from "vitest";
import { databaseOfShards } from "../../../packages/policy-impact/src/databases/shards.ts";
import { seededAsync } from "../../seeded.ts";

type Row = readonly Cell[];

/** A database that does as it is told. */
function made(does: Partial<Database> & { readonly answer?: readonly Row[] }): Database {
  return {
    writer: clickhouse,
    keep: () => Promise.resolve("kept_0"),
    // Its rows are there.
    // oxlint-disable-next-line require-await
    async *rows() {
      yield* does.answer ?? [];
    },
    columnsOf: () => Promise.resolve([]),
    close: () => Promise.resolve(),
    ...does,
  };
}

function together(...databases: readonly Database[]): Database {
  const [first = made({}), ...others] = databases;
  const shard = (database: Database, index: number): { name: string; database: Database } => ({
    name: `node ${index}`,
    database,
  });
  return databaseOfShards([
    shard(first, 0),
    ...others.map((database, index) => shard(database, index + 1)),
  ]);
}

async function all(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

/** Never answers, until it is stopped. */
function hanging({ signal }: QueryOptions, onStop: () => void): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => {
      onStop();
      reject(new DatabaseError("The query was stopped."));
    });
  });
}

test("the rows of all come, each once", async () => {
  const database = together(
    made({
      answer: [
        ["a", 1],
        ["b", 2],
      ],
    }),
    made({ answer: [] }),
    made({ answer: [["a", 3]] }),
  );
  expect((await all(database.rows(""))).toSorted()).toEqual([
    ["a", 1],
    ["a", 3],
    ["b", 2],
  ]);
});

const cell = fc.option(
  fc.string({ unit: fc.constantFrom("a", "b", "\u{e000}", "\u{1f600}", "\ud7ff") }),
);

function inBytes(one: Cell, other: Cell): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}

test("rows that each orders come in order, as bytes have it, with null at the end", async () => {
  const row = fc.tuple(cell, cell);
  const property = fc.asyncProperty(fc.array(fc.array(row), { minLength: 1 }), async (parts) => {
    const order = (one: Row, other: Row): number =>
      inBytes(one[0] ?? null, other[0] ?? null) || inBytes(one[1] ?? null, other[1] ?? null);
    const database = together(...parts.map((part) => made({ answer: part.toSorted(order) })));
    const found = await all(database.rows("", { orderedBy: 2 }));
    expect(found).toEqual(parts.flat().toSorted(order));
  });
  await seededAsync(property, 200);
});

test.each(["keep", "rows"] as const)("all are asked at the same time: %s", async (what) => {
  let asked = 0;
  let onAll = (): void => undefined;
  const areAllAsked = new Promise<void>((resolve) => {
    onAll = resolve;
  });
  const meet = (): Promise<void> => {
    asked += 1;
    if (asked === 3) onAll();
    return areAllAsked;
  };
  const one = made({
    keep: async () => meet().then(() => "kept_0"),
    async *rows() {
      await meet();
      yield [1];
    },
  });
  const database = together(one, one, one);
  const answer = what === "keep" ? [await database.keep("")] : await all(database.rows(""));
  expect(answer.flat()).toEqual(what === "keep" ? ["kept_0"] : [1, 1, 1]);
});

test.each(["keep", "rows"] as const)("one that fails stops the others: %s", async (what) => {
  let stopped = 0;
  const waiting = made({
    keep: (_, options = {}) => hanging(options, () => (stopped += 1)),
    async *rows(_, options = {}) {
      yield await hanging(options, () => (stopped += 1));
    },
  });
  const gone = new DatabaseError("Connection refused");
  const failing = made({
    keep: () => Promise.reject(gone),
    // It has nothing to give.
    // oxlint-disable-next-line require-yield, require-await
    async *rows() {
      throw gone;
    },
  });
  const database = together(waiting, failing, waiting);
  const answer = what === "keep" ? database.keep("") : all(database.rows(""));
  await expect(answer).rejects.toThrow(new DatabaseError("node 1: Connection refused"));
  expect(stopped).toBe(2);
});

test("one that fails after its first rows ends the answer with an error, and the others with it", async () => {
  let ended = 0;
  const breaking = made({
    // What it has is there.
    // oxlint-disable-next-line require-await
    async *rows() {
      yield ["a"];
      throw new DatabaseError("The answer broke off");
    },
  });
  const whole = made({
    // What it has is there.
    // oxlint-disable-next-line require-await
    async *rows() {
      try {
        yield ["a"];
        yield ["b"];
      } finally {
        ended += 1;
      }
    },
  });
  const database = together(whole, breaking, whole);
  await expect(all(database.rows("", { orderedBy: 1 }))).rejects.toThrow(
    new DatabaseError("node 1: The answer broke off"),
  );
  expect(ended).toBe(2);
});

test("who stops reading, or is stopped, stops all of them", async () => {
  let ended = 0;
  const one = made({
    // What it has is there.
    // oxlint-disable-next-line require-await
    async *rows() {
      try {
        yield ["a"];
        yield ["b"];
      } finally {
        ended += 1;
      }
    },
    keep: (_, options = {}) => hanging(options, () => (ended += 1)),
  });
  const database = together(one, one);
  for await (const row of database.rows("")) {
    expect(row).toEqual(["a"]);
    break;
  }
  expect(ended).toBe(2);
  const stopping = new AbortController();
  const kept = database.keep("", { signal: stopping.signal });
  stopping.abort();
  await expect(kept).rejects.toThrow(new DatabaseError("The query was stopped."));
  expect(ended).toBe(4);
});

test("progress is that of all rows, and the share is known when each has told one, or is done", async () => {
  const tell: ((progress: QueryProgress) => void)[] = [];
  const end: ((name: string) => void)[] = [];
  const one = made({
    keep: (_, { onProgress } = {}) => {
      tell.push(onProgress ?? (() => undefined));
      return new Promise((resolve) => end.push(resolve));
    },
  });
  const told: QueryProgress[] = [];
  const database = together(one, one, one);
  const kept = database.keep("", { onProgress: (progress) => told.push(progress) });
  tell[0]?.({ rows: 100, share: 0.1 });
  tell[1]?.({ rows: 900, share: 0.3 });
  end[2]?.("kept_0");
  await new Promise((resolve) => setImmediate(resolve));
  tell[0]?.({ rows: 500, share: 0.5 });
  end[1]?.("kept_0");
  await new Promise((resolve) => setImmediate(resolve));
  tell[0]?.({ rows: 600, share: 0.6 });
  end[0]?.("kept_0");
  await kept;
  expect(told).toEqual([
    { rows: 100 },
    { rows: 1000 },
    { rows: 1400, share: 1400 / 4000 },
    { rows: 3600, share: 3600 / 4000 },
  ]);
});

test("what each keeps has to be called the same", async () => {
  const database = together(made({}), made({ keep: () => Promise.resolve("(SELECT 1)") }));
  await expect(database.keep("")).rejects.toThrow(/same rights on all of them/);
});

test("databases for which SQL is written differently are refused", () => {
  expect(() => together(made({}), made({ writer: clickhouse18 }))).toThrow(
    new DatabaseError(
      "The shards are of different versions: node 0 is asked in clickhouse, and node 1 in clickhouse-18.",
    ),
  );
});

const method: Column = { name: "method", type: "String" };
const host: Column = { name: "host", type: "String" };

test("the columns are those of each table, in any order", async () => {
  const database = together(
    made({ columnsOf: () => Promise.resolve([method, host]) }),
    made({ columnsOf: () => Promise.resolve([host, method]) }),
  );
  expect(await database.columnsOf("logs")).toEqual([method, host]);
});

test.each([
  [[method], '"host" is on node 0, and not on node 1'],
  [[method, host, { name: "uri", type: "String" }], '"uri" is on node 1, and not on node 0'],
  [
    [method, { name: "host", type: "Nullable(String)" }],
    '"host" is String on node 0, and Nullable(String) on node 1',
  ],
])("tables that differ are refused: %j", async (columns, difference) => {
  const database = together(
    made({ columnsOf: () => Promise.resolve([method, host]) }),
    made({ columnsOf: () => Promise.resolve(columns) }),
  );
  await expect(database.columnsOf("logs")).rejects.toThrow(
    new DatabaseError(`The table does not have the same columns on all shards: ${difference}.`),
  );
});
