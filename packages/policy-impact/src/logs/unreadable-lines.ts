import type { Database, QueryOptions } from "../database.ts";
import { duckdb } from "../sql/duckdb.ts";
import type { Sql } from "../sql/writer.ts";
import { shownOfLine, type LogFormat, type LogRows } from "./log-format.ts";

/** A row of a log that is no request, and not counted as one. */
export interface SkippedLine {
  /** How it begins. */
  readonly text: string;
  /** Why, as a sentence. */
  readonly reason: string;
}

/**
 * Some lines that cannot be read, or are no request for a path. It reads the files once more, until it has found enough.
 *
 * @param files - a list of their names, as SQL
 * @throws DatabaseError as {@link Database.rows} does
 */
export async function unreadableLines(
  database: Database,
  format: LogFormat,
  files: Sql,
  limit: number,
  options: QueryOptions = {},
): Promise<readonly SkippedLine[]> {
  const found: SkippedLine[] = [];
  const notText = `SELECT *, ${text("It is no text in UTF-8, or too long.")} FROM (${format.rejected ?? ""})`;
  for (const query of [skippedRows(format, files), format.rejected && notText]) {
    if (query === undefined || found.length >= limit) continue;
    for await (const [line, reason] of database.rows(
      `SELECT * FROM (${query}) LIMIT ${limit - found.length}`,
      options,
    )) {
      found.push({ text: String(line), reason: String(reason) });
    }
  }
  return found;
}

const { matches, text } = duckdb;

function skippedRows(format: LogFormat, files: Sql): Sql | undefined {
  const { unreadable = "NULL", fields, line } = format;
  const [uri, method] = [fields.uri?.sql ?? "NULL", fields.method?.sql ?? "NULL"];
  const reason = [
    `WHEN unreadable IS NOT NULL THEN ${text(`It is not in the format ${format.name}.`)}`,
    `WHEN uri NOT LIKE '/%' THEN ${text("It is a request for no path: ")} || uri`,
    `WHEN NOT ${matches("method", "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")} THEN ${text("No request has this method: ")} || method`,
    `WHEN ${matches("uri", String.raw`[\x00-\x1f\x7f]`)} THEN ${text("Its path has a control character.")}`,
  ];
  const shown = line ?? `concat_ws(' ', ${method}, ${uri})`;
  const rows = `SELECT ${unreadable} AS unreadable, ${uri} AS uri, ${method} AS method, (${shown})[:${shownOfLine}] AS shown FROM ${format.rows(files)}`;
  const reasons = `SELECT coalesce(unreadable, shown) AS shown, CASE ${reason.join(" ")} END AS reason FROM (${rows})`;
  return `SELECT shown, reason FROM (${reasons}) WHERE reason IS NOT NULL`;
}

/**
 * How many lines were not among the rows of a log that has just been read, because they are no text.
 *
 * @throws DatabaseError as {@link Database.rows} does
 */
export async function countRejected(
  database: Database,
  { rejected }: LogRows,
  options: QueryOptions = {},
): Promise<number> {
  if (rejected === undefined) return 0;
  for await (const [count] of database.rows(`SELECT count(*) FROM (${rejected})`, options)) {
    return Number(count);
  }
  return 0;
}
