import type { Database } from "@traffic-policy/policy-impact";
import type { Cell } from "../../packages/policy-impact/src/database.ts";
import { clickhouse } from "@traffic-policy/policy-impact";
import { DatabaseError } from "@traffic-policy/policy-impact/internal";
import {
  openClickHouse,
  openDuckDb,
  type ClickHouseOptions,
} from "@traffic-policy/policy-impact/databases";

// They are installed beside the tests, and not with the rest: so the compiler does not know them.
const duckDbPackage: string = "@duckdb/node-api";
const chDbPackage: string = "chdb";
const clickHousePackage: string = "@clickhouse/client";

/** DuckDB in this process. */
export function duckDb(memory = "1GB"): Promise<Database> {
  return openDuckDb(() => import(duckDbPackage), { memory });
}

/** A ClickHouse by HTTP. */
export function clickHouse(options: ClickHouseOptions): Promise<Database> {
  return openClickHouse(() => import(clickHousePackage), options);
}

/** What is used of `chdb`. */
interface ChDb {
  readonly Session: new () => {
    query(sql: string, format?: string): string;
    cleanup(): void;
  };
}

/** ClickHouse in this process, and how to run what is no query. */
export async function chDb(): Promise<Database & { run(sql: string): void }> {
  const { Session } = (await import(chDbPackage)) as ChDb;
  const session = new Session();
  // As a server is asked.
  session.query("SET query_plan_merge_expressions = 0");
  let kept = 0;
  const run = (sql: string, format?: string): string => {
    try {
      return session.query(sql, format);
    } catch (error) {
      throw new DatabaseError(error instanceof Error ? error.message : String(error));
    }
  };
  const rowsOf = (sql: string): (readonly Cell[])[] =>
    run(sql, "JSONCompactEachRow")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as readonly Cell[]);
  return {
    writer: clickhouse,
    run: (sql) => void run(sql),
    keep: (sql) => {
      const name = `kept_${kept++}`;
      run(`CREATE TABLE ${name} ENGINE = Memory AS ${sql}`);
      return Promise.resolve(name);
    },
    // There is nothing to wait for in this process.
    // oxlint-disable-next-line require-await
    async *rows(sql) {
      yield* rowsOf(`${sql} SETTINGS output_format_json_quote_64bit_integers = 1`);
    },
    columnsOf: (table) => {
      const columns = rowsOf(`DESCRIBE TABLE ${table}`);
      return Promise.resolve(
        columns.map(([name, type]) => ({ name: String(name), type: String(type) })),
      );
    },
    close: () => {
      session.cleanup();
      return Promise.resolve();
    },
  };
}
