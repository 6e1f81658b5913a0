import type { QueryWriter } from "./writer.ts";
import { clickhouse18 } from "./clickhouse-18.ts";
import { clickhouse } from "./clickhouse.ts";
import { duckdb } from "./duckdb.ts";

const writers: Readonly<Record<string, QueryWriter>> = {
  duckdb,
  clickhouse,
  "clickhouse-18": clickhouse18,
};

/** The databases that SQL is written for. */
export const printedWriterNames: readonly string[] = Object.keys(writers);

/** How a database writes SQL, by its name; nothing for one that there is none for. */
export function printedWriter(name: string): QueryWriter | undefined {
  return Object.hasOwn(writers, name) ? writers[name] : undefined;
}
