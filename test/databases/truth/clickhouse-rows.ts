import { clickhouse, fields } from "@traffic-policy/policy-impact";
import { fieldNames, type LogRecord } from "@traffic-policy/policy-impact/internal";
import type { HeadersOf } from "../../../packages/policy-impact/src/fields.ts";

const { column, text } = clickhouse;

/** How a version of ClickHouse stores headers. */
export interface HeaderStorage {
  readonly columns: (of: HeadersOf) => readonly string[];
  readonly write: (headers: Readonly<Record<string, readonly string[]>>) => readonly string[];
  /** What stands for a table after `FROM`. */
  readonly from: (table: string) => string;
}

export const asMaps: HeaderStorage = {
  columns: (of) => [`${of}_headers Map(String, Array(String))`],
  write: (headers) => {
    const entries = Object.entries(headers).map(
      ([name, list]) => `${text(name)}: [${list.map(text).join(", ")}]`,
    );
    return [`{${entries.join(", ")}}`];
  },
  from: (table) => table,
};

/** One array of names, and one of values. */
export const asArrays: HeaderStorage = {
  columns: (of) => [`${of}_names Array(String)`, `${of}_values Array(String)`],
  write: (headers) => {
    const pairs = Object.entries(headers).flatMap(([name, list]) =>
      list.map((value) => [text(name), text(value)] as const),
    );
    return [0, 1].map((index) => `[${pairs.map((pair) => pair[index]).join(", ")}]`);
  },
  from: (table) => {
    const maps = messages.map(
      (of) =>
        `arrayMap((name, value) -> (name, value), ${of}_names, ${of}_values) AS ${of}_headers`,
    );
    return `(SELECT *, ${maps.join(", ")} FROM ${table})`;
  },
};

const messages: readonly HeadersOf[] = ["request", "response"];

/** Makes a table for records, with their number in a column `row`. */
export function tableOf(table: string, storage: HeaderStorage): string {
  const columns = [
    "row UInt32",
    ...fieldNames.map((name) => {
      const ofField = fields[name].type === "text" ? "String" : "Int64";
      return `${column(name)} Nullable(${ofField})`;
    }),
    ...messages.flatMap((of) => storage.columns(of)),
  ];
  return `CREATE TABLE ${table} (${columns.join(", ")}) ENGINE = Memory`;
}

/** Puts records into such a table. */
export function insertInto(
  table: string,
  records: readonly (readonly [row: number, record: LogRecord])[],
  { write }: HeaderStorage,
): string {
  const rows = records.map(([row, { fields: values, headers }]) => {
    const ofFields = fieldNames.map((name) => {
      const value = values[name];
      if (value === null || value === undefined) return "NULL";
      return typeof value === "string" ? text(value) : String(value);
    });
    return `(${[row, ...ofFields, ...messages.flatMap((of) => write(headers[of] ?? {}))].join(", ")})`;
  });
  return `INSERT INTO ${table} VALUES ${rows.join(", ")}`;
}
