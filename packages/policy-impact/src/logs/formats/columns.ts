import type { Column } from "../../database.ts";
import { fieldNames, fields, headerColumn, headersColumn, type FieldName } from "../../fields.ts";
import { duckdb } from "../../sql/duckdb.ts";
import type { Sql } from "../../sql/writer.ts";
import { headerMap } from "../headers.ts";
import type { LogContents, LogFormat, LogRows, Source } from "../log-format.ts";
import { keepingRejects, rejectedLines, written } from "../text-lines.ts";
import { ipv4IfMapped, timeOfText, timeOfTimestamp, wholeNumber } from "../values.ts";

export interface ColumnFormat {
  readonly name: string;
  readonly title: string;
  readonly rows: LogRows;
  /** @param files - a list of their names, as SQL */
  readonly columns: (files: Sql) => Sql;
}

export const csvRows: LogRows = {
  rows: (files) =>
    `read_csv(${files}, ${written({ header: "true", delim: "','", quote: "'\"'", escape: "'\"'", all_varchar: "true", allow_quoted_nulls: "false", skip: "0", ...keepingRejects })})`,
  rejected: rejectedLines,
};

export const parquetRows: LogRows = {
  rows: (files) =>
    `read_parquet(${files}, ${written({ union_by_name: "true", hive_partitioning: "false" })})`,
};

function columnFormat(name: string, title: string, rows: LogRows): ColumnFormat {
  return {
    name,
    title,
    rows,
    columns: (files) =>
      `SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM ${rows.rows(files)})`,
  };
}

/** An empty cell is unknown; a quoted empty cell is an empty text. */
export const csv = columnFormat("csv", "CSV with columns named as the fields", csvRows);
export const parquet = columnFormat(
  "parquet",
  "Parquet with columns named as the fields",
  parquetRows,
);

/** The format of files with some columns. Those that are named as no field, and as no header, are ignored. */
export function formatOfColumns(
  { name, title, rows }: Pick<ColumnFormat, "name" | "title" | "rows">,
  columns: readonly Column[],
): LogFormat {
  return { name, title, ...rows, ...contentsOfColumns(columns) };
}

export interface ColumnReader {
  field(name: FieldName, column: Column): Sql | undefined;
  header(column: Column): Sql | undefined;
  headers(column: Column): Sql | undefined;
}

const inDuckDb: ColumnReader = {
  field: (name, column) => fieldOf(name, duckdb.column(column.name), column.type),
  header: (column) => headerOf(duckdb.column(column.name), column.type),
  headers: (column) => headerMap(asMap(duckdb.column(column.name), column.type)),
};

/** Returns the contents of columns named like the fields, `request_headers`, or `request_header_user-agent`. */
export function contentsOfColumns(
  columns: readonly Column[],
  reader: ColumnReader = inDuckDb,
): LogContents {
  const byName = new Map(columns.map((column) => [column.name.toLowerCase(), column]));
  const told: Partial<Record<FieldName, Source>> = {};
  for (const name of fieldNames) {
    const column = byName.get(name);
    const sql = column && reader.field(name, column);
    if (sql !== undefined) told[name] = { sql };
  }
  const headers: Record<string, { all?: Source; names: Record<string, Source> }> = {};
  for (const of of ["request", "response"] as const) {
    const column = byName.get(headersColumn(of));
    const all = column && reader.headers(column);
    const start = headerColumn(of, "");
    const names = columns.flatMap((one): (readonly [string, Source])[] => {
      const name = one.name.toLowerCase();
      const sql = name.startsWith(start) ? reader.header(one) : undefined;
      return sql === undefined ? [] : [[name.slice(start.length), { sql }]];
    });
    if (all === undefined && names.length === 0) continue;
    headers[of] = {
      ...(all !== undefined && { all: { sql: all } }),
      names: Object.fromEntries(names),
    };
  }
  return { fields: told, headers };
}

export function fieldOf(name: FieldName, sql: Sql, type = ""): Sql {
  switch (fields[name].type) {
    case "text": {
      const value = `CAST(${sql} AS VARCHAR)`;
      return name === "client_ip" ? ipv4IfMapped(value) : value;
    }
    case "number":
      return wholeNumber(sql);
    case "nanoseconds": {
      if (/^TIMESTAMP|^DATE$/.test(type)) return timeOfTimestamp(sql);
      const digits = `CAST(${sql} AS VARCHAR)`;
      const isNumber = duckdb.matches(digits, "^-?[0-9]+$");
      return `CASE WHEN ${isNumber} THEN ${wholeNumber(digits)} // 1000000 * 1000000 ELSE ${timeOfText(digits)} END`;
    }
  }
}

export function headerOf(sql: Sql, type = ""): Sql {
  if (type.endsWith("[]")) return `CAST(${sql} AS VARCHAR[])`;
  const value = `CAST(${sql} AS VARCHAR)`;
  const list = `TRY_CAST(TRY_CAST(${value} AS JSON) AS VARCHAR[])`;
  return `CASE WHEN starts_with(${value}, '[') THEN coalesce(${list}, [${value}]) WHEN ${value} IS NOT NULL THEN [${value}] END`;
}

export function asMap(sql: Sql, type = ""): Sql {
  if (type.startsWith("MAP(")) return `TRY_CAST(${sql} AS MAP(VARCHAR, VARCHAR[]))`;
  return `TRY_CAST(TRY_CAST(${sql} AS JSON) AS MAP(VARCHAR, VARCHAR[]))`;
}
