import { duckdb } from "../sql/duckdb.ts";
import type { Sql } from "../sql/writer.ts";
import { shownOfLine, type LogRows } from "./log-format.ts";
import { rejectedLines, textLines, written } from "./text-lines.ts";

/** The members to read from each JSON object, with DuckDB types; text for members of several types. */
export type Members = Readonly<Record<string, Sql>>;

const { column, text } = duckdb;

/**
 * Reads JSON objects, one per line, with a column for each member; a value of another type is null. A line that is
 * not JSON, or has none of the members, is unreadable.
 *
 * DuckDB's own reader takes less than half the time. But when a line is cut off, it also loses the next line, and
 * some broken lines end the query, whatever options it gets. It is exact when it finds no error, so it provides the
 * quick rows.
 *
 * @param select - turns the rows into the result; each row also has the column `unreadable_line`
 */
export function jsonLines(
  members: Members,
  select: (rows: Sql) => Sql = (rows) => rows,
): Required<Omit<LogRows, "line">> {
  const names = Object.keys(members).map(column);
  const isNothing = names.map((name) => `${name} IS NULL`).join(" AND ");
  return {
    rows: (files) => {
      // Through `unnest`, no optimizer moves it into conditions, where it would be read once more.
      const object = `unnest([CASE WHEN json_valid(line) THEN json_transform(line, ${text(JSON.stringify(members))}) END])`;
      const columns = names.map((name) => `object.${name} AS ${name}`).join(", ");
      const read = `SELECT line, ${columns} FROM (SELECT line, ${object} AS object FROM ${textLines(files)})`;
      return select(
        `(SELECT *, CASE WHEN ${isNothing} THEN line[:${shownOfLine}] END AS unreadable_line FROM (${read}))`,
      );
    },
    quickRows: (files) => {
      const end = "error('A line has another format.')";
      return select(
        `(SELECT *, CASE WHEN ${isNothing} THEN ${end} END AS unreadable_line FROM ${readJson(files, members, "newline_delimited")})`,
      );
    },
    unreadable: "unreadable_line",
    rejected: rejectedLines,
  };
}

/**
 * Reads JSON. Anything else, or another type, ends the query.
 *
 * @param format - an object per line, or an object per file
 */
export function readJson(
  files: Sql,
  members: Members,
  format: "newline_delimited" | "unstructured",
): Sql {
  const columns = Object.entries(members).map(([name, type]) => `${column(name)}: ${text(type)}`);
  const options = {
    format: text(format),
    records: "true",
    columns: `{${columns.join(", ")}}`,
    hive_partitioning: "false",
    ...(format === "unstructured" && { maximum_object_size: String(1 << 27) }),
  };
  return `read_json(${files}, ${written(options)})`;
}

/** JSON objects, one per line, in a column `json`, which is null for an invalid line. */
export const jsonObjects: LogRows = {
  rows: (files) =>
    `(SELECT line, CASE WHEN json_valid(line) THEN CASE WHEN json_type(line) = 'OBJECT' THEN line END END AS json FROM ${textLines(files)})`,
  unreadable: `CASE WHEN json IS NULL THEN line[:${shownOfLine}] END`,
  rejected: rejectedLines,
};
