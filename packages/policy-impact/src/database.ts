import type { QueryWriter } from "./query.ts";
import type { Sql } from "./sql/writer.ts";

/** A value of a result. */
export type Cell = string | number | bigint | boolean | null;

/** How far a query is. */
export interface QueryProgress {
  /** From 0 to 1; nothing when the database does not tell. */
  readonly share?: number;
  readonly rows?: number;
}

export interface QueryOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: QueryProgress) => void) | undefined;
}

export interface RowsOptions extends QueryOptions {
  /** By how many of its first columns, all of them texts, the query orders its rows; by none, unless it is said. */
  readonly orderedBy?: number;
}

/** A column of a table. */
export interface Column {
  readonly name: string;
  /** As the database calls it. */
  readonly type: string;
}

/** A database that holds a log, or reads it. */
export interface Database {
  readonly writer: QueryWriter;
  /**
   * Keeps the result of a query until the database is closed, and gives what stands for it after `FROM`.
   *
   * @throws DatabaseError when it is refused, a node is gone, or it is stopped
   */
  keep(sql: Sql, options?: QueryOptions): Promise<Sql>;
  /**
   * The rows of a query. Where each of several databases has a part of a log, these are the rows of every part: those
   * of groups have to be added up, and a limit is one of each part.
   *
   * @throws DatabaseError as {@link keep} does
   */
  rows(sql: Sql, options?: RowsOptions): AsyncIterable<readonly Cell[]>;
  /**
   * The columns of a table, or of what else stands after `FROM`.
   *
   * @throws DatabaseError when there is no such table
   */
  columnsOf(table: Sql): Promise<readonly Column[]>;
  close(): Promise<void>;
}

/** A query that has no answer. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
}
