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

export interface HeaderSources {
  /** All headers: a map from lower-case names to lists. */
  readonly all?: Source;
  /** Some headers, by lower-case name, each a list of values. */
  readonly names?: Readonly<Record<string, Source>>;
}

/** The fields and headers that a log provides. The log does not provide what is missing here. */
export interface LogContents {
  readonly fields: Readonly<Partial<Record<FieldName, Source>>>;
  readonly headers?: Readonly<Partial<Record<HeadersOf, HeaderSources>>>;
}

export interface LogRows {
  /**
   * The rows of files, as SQL after `FROM`.
   *
   * @param files - a list of their names, as SQL
   */
  readonly rows: (files: Sql) => Sql;
  /**
   * A faster way to read the same rows, for files in which every line is valid; other files end the query with an
   * error.
   */
  readonly quickRows?: (files: Sql) => Sql;
  /**
   * The beginning of a row that cannot be read, and null for all others; undefined when an invalid row ends the
   * query.
   */
  readonly unreadable?: Sql;
  /** The source line of a row; undefined when rows are not lines. */
  readonly line?: Sql;
  /**
   * A query for the beginnings of lines that are missing from the rows because they are not text, or too long. Its
   * result is available once the rows have been read.
   */
  readonly rejected?: Sql;
}

/** How much of a line that cannot be read is shown. */
export const shownOfLine = 200;

/** A format of logs. */
export interface LogFormat extends LogContents, LogRows {
  /** Its name on the command line: `combined`. */
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
