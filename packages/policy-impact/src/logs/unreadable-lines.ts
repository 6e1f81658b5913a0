import type { Database, QueryOptions } from "../database.ts";
import type { Sql } from "../sql/writer.ts";
import type { LogRows } from "./log-format.ts";

/**
 * The beginnings of some lines that cannot be read. It reads the files once more, until it has found enough.
 *
 * @param files - a list of their names, as SQL
 * @throws DatabaseError as {@link Database.rows} does
 */
export async function unreadableLines(
  database: Database,
  format: LogRows,
  files: Sql,
  limit: number,
  options: QueryOptions = {},
): Promise<readonly string[]> {
  const found: string[] = [];
  const { unreadable, rejected } = format;
  const own =
    unreadable && `SELECT ${unreadable} FROM ${format.rows(files)} WHERE ${unreadable} IS NOT NULL`;
  for (const query of [own, rejected]) {
    if (query === undefined || found.length >= limit) continue;
    for await (const [line] of database.rows(
      `SELECT * FROM (${query}) LIMIT ${limit - found.length}`,
      options,
    )) {
      found.push(String(line));
    }
  }
  return found;
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
