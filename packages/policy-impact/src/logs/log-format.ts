import {
  fieldNames,
  headerColumn,
  headersColumn,
  type FieldName,
  type HeadersOf,
  type LogColumns,
} from "../fields.ts";
import type { Sql } from "../sql/writer.ts";

/** Where something that a log tells stands in its rows. */
export interface Source {
  /** Over the columns of a row as it was read; null where the row does not tell. */
  readonly sql: Sql;
  /** How it may differ from what was in the exchange; nothing when it is exactly that. */
  readonly lossy?: string;
}

/** The headers that a log tells of a message. */
export interface HeaderSources {
  /** All of them: a map from names in lower case to lists. */
  readonly all?: Source;
  /** Some, by their names in lower case, each a list of values. */
  readonly names?: Readonly<Record<string, Source>>;
}

/** What a log tells of exchanges; what is left out, it does not tell. */
export interface LogContents {
  readonly fields: Readonly<Partial<Record<FieldName, Source>>>;
  readonly headers?: Readonly<Partial<Record<HeadersOf, HeaderSources>>>;
}

/** How the rows of a log are read from files. */
export interface LogRows {
  /**
   * The rows of some files, after `FROM`.
   *
   * @param files - a list of their names, as SQL
   */
  readonly rows: (files: Sql) => Sql;
  /** The same rows, read more quickly, of files in which every line can be read: a query of others ends with an error. */
  readonly quickRows?: (files: Sql) => Sql;
  /** How a row that cannot be read begins, and null for all others; nothing when a wrong row ends the query. */
  readonly unreadable?: Sql;
  /** The line that a row was read of; nothing where rows are no lines. */
  readonly line?: Sql;
  /**
   * A query for the beginnings of lines that are not among the rows at all, because they are no text, or too long. The
   * database knows them as soon as the rows have been read.
   */
  readonly rejected?: Sql;
}

/** How much of a line that cannot be read is shown. */
export const shownOfLine = 200;

/** A format of logs. */
export interface LogFormat extends LogContents, LogRows {
  /** What it is called on the command line: `combined`. */
  readonly name: string;
  readonly title: string;
}

/** Rows with the columns that conditions are about. */
export interface LogRelation {
  /** After `FROM`. */
  readonly from: Sql;
  readonly columns: LogColumns;
}

/** The rows of a log, of which each column is named as what it tells. */
export function logRelation(contents: LogContents, rows: Sql, unreadable?: Sql): LogRelation {
  const selected: string[] = [];
  const renamed: string[] = [];
  const fields = new Set<FieldName>();
  const select = (name: string, sql: Sql): void => {
    // Where one column is read as another, an early ClickHouse would take the new name for the old one.
    renamed.push(`told_${selected.length} AS "${name}"`);
    selected.push(`${sql} AS told_${selected.length}`);
  };
  for (const name of fieldNames) {
    const source = contents.fields[name];
    if (source === undefined) continue;
    fields.add(name);
    select(name, source.sql);
  }
  const headers: Partial<Record<HeadersOf, { all?: boolean; names: string[] }>> = {};
  for (const of of ["request", "response"] as const) {
    const { all, names = {} } = contents.headers?.[of] ?? {};
    if (all === undefined && Object.keys(names).length === 0) continue;
    headers[of] = { ...(all && { all: true }), names: Object.keys(names) };
    if (all !== undefined) select(headersColumn(of), all.sql);
    for (const [name, { sql }] of Object.entries(names)) select(headerColumn(of, name), sql);
  }
  if (unreadable !== undefined) select("unreadable", unreadable);
  return {
    from: `(SELECT ${renamed.join(", ")} FROM (SELECT ${selected.join(", ")} FROM ${rows}) AS told)`,
    columns: { fields, headers, ...(unreadable !== undefined && { hasUnreadable: true }) },
  };
}
