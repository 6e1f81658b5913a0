/** A piece of SQL. */
export type Sql = string;

/**
 * How one database writes what conditions ask. Every method returns an expression that is null exactly where what it
 * is given is null, or where it says so; it never ends a query.
 */
export interface SqlWriter {
  /** What the database is called. */
  readonly name: string;
  /** The answer that is not known. */
  readonly unknown: Sql;
  boolean(value: boolean): Sql;
  /** False where one part is, even where another is null. */
  and(...parts: readonly Sql[]): Sql;
  /** True where one part is, even where another is null. */
  or(...parts: readonly Sql[]): Sql;
  /** @throws NotInSql for a text that the database cannot hold */
  text(value: string): Sql;
  column(name: string): Sql;
  /** A whole number. */
  whole(value: bigint): Sql;
  /** A number of 64 bits, as IEEE 754 has it. */
  double(value: number): Sql;
  isIn(value: Sql, texts: readonly string[]): Sql;
  startsWith(value: Sql, text: string): Sql;
  endsWith(value: Sql, text: string): Sql;
  contains(value: Sql, text: string): Sql;
  /** How many code points it has. */
  size(value: Sql): Sql;
  /** Whether RE2 finds the pattern, in which `.` is no line break. */
  matches(value: Sql, pattern: string): Sql;
  /** With the letters A to Z in the other case. */
  lower(value: Sql): Sql;
  upper(value: Sql): Sql;
  concat(...values: readonly Sql[]): Sql;
  /** What is before the first separator; all where there is none. */
  before(value: Sql, separator: string): Sql;
  /** What is after the first separator; empty where there is none. */
  after(value: Sql, separator: string): Sql;
  /** The value of digits, of which there are 18 at most. */
  wholeOf(digits: Sql): Sql;
  /** The text of a whole number. */
  textOf(whole: Sql): Sql;
  /** Cut off, as `/` of whole numbers is. */
  quotient(value: Sql, divisor: bigint): Sql;
  /** What {@link quotient} leaves, with the sign of the value. */
  remainder(value: Sql, divisor: bigint): Sql;
  /** A part of a day, given as its number since 1970; null for days that the database does not have. */
  ofDay(day: Sql, part: "year" | "month" | "date" | "day of year"): Sql;
  /** Whether a text is an address of IPv6 without an address of IPv4 or a zone in it. */
  isIp6(value: Sql): Sql;
  /** Such an address in a form that is ordered. */
  ip6(value: Sql): Sql;
  ip6Constant(address: bigint): Sql;
  list(...items: readonly Sql[]): Sql;
  /** A list where a condition is true, and another one where it is false or null. */
  listIf(condition: Sql, list: Sql, otherwise: Sql): Sql;
  /** The values of a header. */
  entry(map: Sql, name: string): Sql;
  /** Whether a map is known; nothing where it always is. */
  isKnown(map: Sql): Sql | undefined;
  sizeOfList(list: Sql): Sql;
  /** The item at an index from 0, where there is one. */
  itemAt(list: Sql, index: number): Sql;
  /** How many items a condition, which is never null, holds for. */
  countIn(list: Sql, variable: string, condition: (item: Sql) => Sql): Sql;
  /** The values of a parameter, of a query string without `%`, `+`, and `;`. */
  parameter(query: Sql, name: string): Sql;
}

/** A database with what a query takes beside conditions. */
export interface QueryWriter extends SqlWriter {
  /** The columns of a row as one text; what is not known of them, too. */
  record(columns: readonly string[]): Sql;
  /** That a row is one of a share of all, chosen by chance. */
  isInSample(share: number): Sql;
  /** The day of a time, in UTC. */
  day(time: Sql): Sql;
  /** The network of an address: 16 bits of IPv4, 32 of IPv6; null for what is no address. */
  network(address: Sql): Sql;
  /** A query with so many of its rows for equal keys, in an order. */
  limitedBy(
    sql: Sql,
    by: { readonly keys: readonly string[]; readonly order: string; readonly limit: number },
  ): Sql;
  /** A path with what looks like an identifier in place of its segments that are one. */
  pathShape(uri: Sql): Sql;
}
