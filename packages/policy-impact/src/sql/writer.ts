export type Sql = string;

/**
 * Writes conditions in the SQL of a database. Every method returns an expression that is null exactly when an input
 * is null, or where documented; it never ends a query.
 */
export interface SqlWriter {
  readonly name: string;
  readonly unknown: Sql;
  boolean(value: boolean): Sql;
  /** False when any part is false, even when another is null. */
  and(...parts: readonly Sql[]): Sql;
  /** True when any part is true, even when another is null. */
  or(...parts: readonly Sql[]): Sql;
  /** @throws NotInSql for a text that the database cannot hold */
  text(value: string): Sql;
  column(name: string): Sql;
  whole(value: bigint): Sql;
  double(value: number): Sql;
  isIn(value: Sql, texts: readonly string[]): Sql;
  startsWith(value: Sql, text: string): Sql;
  endsWith(value: Sql, text: string): Sql;
  contains(value: Sql, text: string): Sql;
  /** The number of code points. */
  size(value: Sql): Sql;
  /** True when RE2 finds the pattern, in which `.` does not match a line break. */
  matches(value: Sql, pattern: string): Sql;
  /** Converts only the letters A to Z. */
  lower(value: Sql): Sql;
  upper(value: Sql): Sql;
  concat(...values: readonly Sql[]): Sql;
  /** The text before the first separator; the whole text without a separator. */
  before(value: Sql, separator: string): Sql;
  /** The text after the first separator; empty without a separator. */
  after(value: Sql, separator: string): Sql;
  /** The value of at most 18 digits. */
  wholeOf(digits: Sql): Sql;
  textOf(whole: Sql): Sql;
  /** Truncated, like `/` for integers. */
  quotient(value: Sql, divisor: bigint): Sql;
  /** The remainder of {@link quotient}, with the sign of the value. */
  remainder(value: Sql, divisor: bigint): Sql;
  /** A part of a day, which is given as days since 1970; null for days outside the range of the database. */
  ofDay(day: Sql, part: "year" | "month" | "date" | "day of year"): Sql;
  /** True for an IPv6 address without an embedded IPv4 address and without a zone. */
  isIp6(value: Sql): Sql;
  /** An IPv6 address in a form that can be ordered. */
  ip6(value: Sql): Sql;
  ip6Constant(address: bigint): Sql;
  list(...items: readonly Sql[]): Sql;
  listIf(condition: Sql, list: Sql, otherwise: Sql): Sql;
  entry(map: Sql, name: string): Sql;
  /** True when a map is known; undefined when it always is. */
  isKnown(map: Sql): Sql | undefined;
  sizeOfList(list: Sql): Sql;
  itemAt(list: Sql, index: number): Sql;
  /** The number of items that meet a condition. The condition is never null. */
  countIn(list: Sql, variable: string, condition: (item: Sql) => Sql): Sql;
  /** The values of a parameter, for a query string without `%`, `+`, and `;`. */
  parameter(query: Sql, name: string): Sql;
}

/** Writes whole queries in the SQL of a database. */
export interface QueryWriter extends SqlWriter {
  /** The columns of a row as a single text, including unknown ones. */
  record(columns: readonly string[]): Sql;
  /** True for a random share of the rows. */
  isInSample(share: number): Sql;
  /** The day of a time, in UTC. */
  day(time: Sql): Sql;
  /** The network of an address: 16 bits for IPv4, 32 for IPv6; null for anything else. */
  network(address: Sql): Sql;
  limitedBy(
    sql: Sql,
    by: { readonly keys: readonly string[]; readonly order: string; readonly limit: number },
  ): Sql;
  /** A path with placeholders for segments that look like identifiers. */
  pathShape(uri: Sql): Sql;
}
