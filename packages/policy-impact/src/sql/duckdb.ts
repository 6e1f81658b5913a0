import { hasInnerAnchors, withOneCase, withoutShortcut } from "./patterns.ts";
import { untranslated } from "./untranslated.ts";
import type { QueryWriter, Sql } from "./writer.ts";

function text(value: string): Sql {
  if (!value.isWellFormed()) throw untranslated("a text that is no Unicode");
  const parts = value.split("\0").map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? parts.join("") : `(${parts.join(" || chr(0) || ")})`;
}

const upperCase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

function isAscii(value: Sql): Sql {
  return `strlen(${value}) = length(${value})`;
}

const group = "[0-9A-Fa-f]{1,4}";
const groups = `(?:${group}(?::${group}){0,6})`;

function sideOf(value: Sql, index: 1 | 2): Sql {
  return `list_filter(string_split(split_part(${value}, '::', ${index}), ':'), lambda g: g <> '')`;
}

function sizeOfSide(value: Sql, index: 1 | 2): Sql {
  return `len(${sideOf(value, index)})`;
}

/** Writes queries for DuckDB 1.4 or later. */
export const duckdb: QueryWriter = {
  name: "duckdb",
  unknown: "NULL::BOOLEAN",
  boolean: (value) => (value ? "TRUE" : "FALSE"),
  and: (...parts) => `(${parts.join(" AND ")})`,
  or: (...parts) => `(${parts.join(" OR ")})`,
  text,
  column: (name) => `"${name.replaceAll('"', '""')}"`,
  whole: (value) => String(value),
  double: (value) => `${value}::DOUBLE`,
  isIn: (value, texts) => `${value} IN (${texts.map(text).join(", ")})`,
  startsWith: (value, start) => `starts_with(${value}, ${text(start)})`,
  endsWith: (value, end) => `ends_with(${value}, ${text(end)})`,
  contains: (value, part) => `contains(${value}, ${text(part)})`,
  size: (value) => `length(${value})`,
  matches: (value, pattern) => {
    const safe = withOneCase(pattern);
    // Elsewhere than around a text, it leaves them out.
    const written = hasInnerAnchors(safe) ? withoutShortcut(safe) : safe;
    return `regexp_matches(${value}, ${text(written)})`;
  },
  // Translating takes fifty times as long, and is for the letters that those of other languages would become, too.
  lower: (value) =>
    `CASE WHEN ${isAscii(value)} THEN lower(${value}) ELSE translate(${value}, '${upperCase}', '${upperCase.toLowerCase()}') END`,
  upper: (value) =>
    `CASE WHEN ${isAscii(value)} THEN upper(${value}) ELSE translate(${value}, '${upperCase.toLowerCase()}', '${upperCase}') END`,
  concat: (...values) => `(${values.join(" || ")})`,
  before: (value, separator) => `split_part(${value}, ${text(separator)}, 1)`,
  after: (value, separator) =>
    `CASE WHEN contains(${value}, ${text(separator)}) THEN ${value}[strpos(${value}, ${text(separator)}) + 1:] ELSE CASE WHEN ${value} IS NOT NULL THEN '' END END`,
  wholeOf: (digits) => `TRY_CAST(${digits} AS BIGINT)`,
  textOf: (whole) => `CAST(${whole} AS VARCHAR)`,
  quotient: (value, divisor) => `(${value} // ${divisor})`,
  remainder: (value, divisor) => `(${value} % ${divisor})`,
  ofDay: (day, part) => {
    const date = `(DATE '1970-01-01' + CAST(${day} AS INTEGER))`;
    const name = { year: "year", month: "month", date: "day", "day of year": "dayofyear" }[part];
    return `CASE WHEN ${day} BETWEEN -719162 AND 2932896 THEN ${name}(${date}) END`;
  },
  isIp6: (value) => {
    const isShort = `regexp_full_match(${value}, '${groups}?::${groups}?') AND ${sizeOfSide(value, 1)} + ${sizeOfSide(value, 2)} <= 7`;
    const isLong = `regexp_full_match(${value}, '${group}(?::${group}){7}')`;
    return `CASE WHEN contains(${value}, '::') THEN ${isShort} WHEN contains(${value}, ':') THEN ${isLong} ELSE FALSE END`;
  },
  ip6: (value) => {
    const [one, other] = [sideOf(value, 1), sideOf(value, 2)];
    const zeros = `list_resize([]::VARCHAR[], 8 - ${sizeOfSide(value, 1)} - ${sizeOfSide(value, 2)}, '0')`;
    const all = `CASE WHEN contains(${value}, '::') THEN ${one} || ${zeros} || ${other} ELSE string_split(${value}, ':') END`;
    return `list_reduce(list_transform(${all}, lambda g: CAST(CAST('0x' || g AS UINTEGER) AS UHUGEINT)), lambda one, other: one * 65536 + other)`;
  },
  ip6Constant: (address) => `${address}::UHUGEINT`,
  list: (...items) => `[${items.join(", ")}]::VARCHAR[]`,
  listIf: (condition, list, otherwise) =>
    `CASE WHEN ${condition} THEN ${list} ELSE ${otherwise} END`,
  entry: (map, name) => `coalesce(${map}[${text(name)}], []::VARCHAR[])`,
  isKnown: (map) => `${map} IS NOT NULL`,
  sizeOfList: (list) => `len(${list})`,
  itemAt: (list, index) => `${list}[${index + 1}]`,
  countIn: (list, variable, condition) =>
    `len(list_filter(${list}, lambda ${variable}: ${condition(variable)}))`,
  parameter: (query, name) => {
    const start = `${name}=`;
    const pairs = `list_filter(string_split(${query}, '&'), lambda pair: pair = ${text(name)} OR starts_with(pair, ${text(start)}))`;
    const kept = name === "" ? `list_filter(${pairs}, lambda pair: pair <> '')` : pairs;
    const values = `list_transform(${kept}, lambda pair: pair[${[...start].length + 1}:])`;
    // Most query strings do not have it, which is seen at once.
    return `CASE WHEN contains(${query}, ${text(name)}) THEN ${values} ELSE []::VARCHAR[] END`;
  },
  record: (columns) => {
    const entries = columns.map((name) => {
      const column = `"${name}"`;
      return `${text(name)}: ${name.includes("_header") ? column : `CAST(${column} AS VARCHAR)`}`;
    });
    return `CAST(to_json({${entries.join(", ")}}) AS VARCHAR)`;
  },
  limitedBy: (sql, { keys, order, limit }) =>
    `${sql} QUALIFY row_number() OVER (PARTITION BY ${keys.join(", ")} ORDER BY ${order}) <= ${limit}`,
  isInSample: (share) => `random() < ${share}`,
  day: (time) => `strftime(make_timestamp(${time} // 1000), '%Y-%m-%d')`,
  network: (address) =>
    `CASE WHEN contains(${address}, ':') THEN rtrim(regexp_extract(${address}, '^[0-9A-Fa-f]*:[0-9A-Fa-f]*'), ':') || '::/32' WHEN contains(${address}, '.') THEN regexp_extract(${address}, '^[0-9]+[.][0-9]+') || '.0.0/16' END`,
  pathShape: (uri) =>
    `regexp_replace(split_part(${uri}, '?', 1), '/[0-9A-Fa-f-]*[0-9][0-9A-Fa-f-]*', '/{id}', 'g')`,
};
