import { duckdb } from "../sql/duckdb.ts";
import type { Sql } from "../sql/writer.ts";
import { literalPattern } from "./file-names.ts";
import { shownOfLine } from "./log-format.ts";

const rejects = "unreadable_lines";
const rejectsScan = "unreadable_files";

// The last code point, which is no character: so a line is one column, whatever is in it.
const noDelimiter = "chr(1114111)";

/**
 * The lines of files in a column `line`, without empty lines. A line that is not UTF-8, or longer than 2 MB, is in
 * {@link rejectedLines} instead: DuckDB returns only Unicode texts, and an error must not end the query.
 */
export function textLines(files: Sql): Sql {
  const options = { ...oneColumn, ...keepingRejects };
  // Trimming is slow, and few lines begin with a space.
  const isLine = "(line >= '!' OR trim(line) <> '')";
  return `(SELECT line FROM read_csv(${files}, ${written(options)}) WHERE ${isLine})`;
}

const oneColumn = {
  columns: "{line: 'VARCHAR'}",
  auto_detect: "false",
  header: "false",
  delim: noDelimiter,
  quote: "''",
  escape: "''",
  strict_mode: "false",
};

/** All lines of files. Fails at the first line that is longer, or in another encoding. */
export function allLines(files: Sql, longest: number, encoding: string): Sql {
  const options = { ...oneColumn, max_line_size: String(longest), encoding: duckdb.text(encoding) };
  return `read_csv(${files}, ${written(options)})`;
}

/** The first lines of a file that can be read; nothing is noted of the others. */
export function firstLines(file: string): Sql {
  const options = { ...oneColumn, ignore_errors: "true" };
  return `SELECT line FROM read_csv(${duckdb.text(literalPattern(file))}, ${written(options)}) LIMIT 20`;
}

/** `read_csv` options that keep lines it cannot read, instead of ending the query. */
export const keepingRejects = {
  ignore_errors: "true",
  store_rejects: "true",
  rejects_table: duckdb.text(rejects),
  rejects_scan: duckdb.text(rejectsScan),
  rejects_limit: "0",
  hive_partitioning: "false",
};

/** The beginnings of rejected lines, available once the rows have been read. */
export const rejectedLines: Sql = `SELECT any_value(csv_line)[:${shownOfLine}] FROM ${rejects} JOIN ${rejectsScan} USING (scan_id, file_id) GROUP BY file_path, line_byte_position`;

export function written(options: Readonly<Record<string, Sql>>): Sql {
  return Object.entries(options)
    .map(([name, value]) => `${name} = ${value}`)
    .join(", ");
}
