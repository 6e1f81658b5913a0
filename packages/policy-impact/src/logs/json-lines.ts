import { duckdb } from "../sql/duckdb.ts";
import type { Sql } from "../sql/writer.ts";
import { shownOfLine, type LogRows } from "./log-format.ts";
import { rejectedLines, textLines, written } from "./text-lines.ts";

/** Rows that are null where a line cannot be read. */
type JsonRows = Required<Omit<LogRows, "rejected">>;

/** What is read of each object of JSON, with the types of DuckDB; texts where it may be of several types. */
export type Members = Readonly<Record<string, Sql>>;

/**
 * Objects of JSON, one a line, with a column for each of their members. DuckDB's own reader is more than twice as
 * quick as lines that are read as text and then as JSON; it gives a row of nulls for a line that it cannot read, be
 * it JSON or UTF-8 that is wrong, and so does a line that has none of the members. A value of another type is null.
 */
export function jsonLines(members: Members): JsonRows {
  const names = Object.keys(members);
  const isNothing = names.map((name) => `${duckdb.column(name)} IS NULL`).join(" AND ");
  return {
    rows: (files) => readJson(files, members),
    unreadable: `CASE WHEN ${isNothing} THEN 'not JSON, or JSON of another format' END`,
    unreadableTexts: (files) => {
      const isThere = names.map(
        (name) => `coalesce(json_type(line, ${duckdb.text(pathOf(name))}), 'NULL') <> 'NULL'`,
      );
      return [
        `SELECT line[:${shownOfLine}] FROM ${textLines(files)} WHERE CASE WHEN json_valid(line) THEN NOT (${isThere.join(" OR ")}) ELSE TRUE END`,
        rejectedLines,
      ];
    },
  };
}

/** The path of a member in JSON, as DuckDB has it. */
export function pathOf(name: string): string {
  return `$."${name}"`;
}

/** @param format - one object a line, or files that are one object each */
export function readJson(
  files: Sql,
  members: Members,
  format: "newline_delimited" | "unstructured" = "newline_delimited",
): Sql {
  const columns = Object.entries(members).map(
    ([name, type]) => `${duckdb.column(name)}: ${duckdb.text(type)}`,
  );
  const options = {
    format: duckdb.text(format),
    records: "true",
    columns: `{${columns.join(", ")}}`,
    ignore_errors: format === "newline_delimited" ? "true" : "false",
    hive_partitioning: "false",
    ...(format === "unstructured" && { maximum_object_size: String(1 << 27) }),
  };
  return `read_json(${files}, ${written(options)})`;
}

/** Objects of JSON, one a line, in a column `json`, which is null for a line that is none. */
export const jsonObjects: JsonRows = {
  rows: (files) => {
    const options = {
      format: "'newline_delimited'",
      records: "false",
      columns: "{json: 'JSON'}",
      ignore_errors: "true",
      hive_partitioning: "false",
    };
    return `(SELECT CASE WHEN json_type(json) = 'OBJECT' THEN json END AS json FROM read_json(${files}, ${written(options)}))`;
  },
  unreadable: "CASE WHEN json IS NULL THEN 'not an object of JSON' END",
  unreadableTexts: (files) => [
    `SELECT line[:${shownOfLine}] FROM ${textLines(files)} WHERE CASE WHEN json_valid(line) THEN json_type(line) <> 'OBJECT' ELSE TRUE END`,
    rejectedLines,
  ],
};
