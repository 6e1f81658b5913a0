import type { QueryWriter } from "./sql/writer.ts";
import type { Sql } from "./sql/writer.ts";

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
   * The rows of a query.
   *
   * @throws DatabaseError as {@link keep} does
   */
  rows(sql: Sql, options?: QueryOptions): AsyncIterable<readonly Cell[]>;
  /**
   * The columns of a table, or of what else stands after `FROM`.
   *
   * @throws DatabaseError when there is no such table
   */
  columnsOf(table: Sql): Promise<readonly Column[]>;
  /**
   * Lets no query read a file but these from then on, whatever it says; nothing where a database reads no files.
   *
   * @param files - their names
   */
  restrictTo?(files: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** A query that has no answer. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
}
