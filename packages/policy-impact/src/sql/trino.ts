import type { QueryWriter } from "../query.ts";
import { portablePattern } from "./portable-pattern.ts";
import { untranslated } from "./untranslated.ts";
import type { Sql } from "./writer.ts";

function text(value: string): Sql {
  if (!value.isWellFormed() || value.includes("\0")) throw untranslated("a text with NUL");
  return `'${value.replaceAll("'", "''")}'`;
}

const upperCase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const noTexts = "CAST(ARRAY[] AS array(varchar))";
const codePoints = (value: string): number => [...value].length;

/** A date of the years from 1 to 9999. */
function dateOf(day: Sql, write: (date: Sql) => Sql): Sql {
  const date = `date_add('day', ${day}, DATE '1970-01-01')`;
  return `CASE WHEN ${day} BETWEEN -719162 AND 2932896 THEN ${write(date)} END`;
}

/** What Trino should run. No test has run it: it is for those who look at what they run. */
export const trino: QueryWriter = {
  name: "trino",
  unknown: "CAST(NULL AS boolean)",
  boolean: (value) => (value ? "TRUE" : "FALSE"),
  and: (...parts) => `(${parts.join(" AND ")})`,
  or: (...parts) => `(${parts.join(" OR ")})`,
  text,
  column: (name) => `"${name.replaceAll('"', '""')}"`,
  whole: (value) => {
    if (value < -(2n ** 63n) || value >= 2n ** 63n) throw untranslated(`the number ${value}`);
    return `BIGINT '${value}'`;
  },
  double: (value) => `DOUBLE '${value}'`,
  isIn: (value, texts) => `${value} IN (${texts.map(text).join(", ")})`,
  startsWith: (value, start) => `starts_with(${value}, ${text(start)})`,
  endsWith: (value, end) => {
    const length = codePoints(end);
    const last = `substr(${value}, length(${value}) - ${length - 1}) = ${text(end)}`;
    return `CASE WHEN length(${value}) >= ${length} THEN ${last} WHEN ${value} IS NOT NULL THEN FALSE END`;
  },
  contains: (value, part) => `(strpos(${value}, ${text(part)}) > 0)`,
  size: (value) => `length(${value})`,
  matches: (value, pattern) => `regexp_like(${value}, ${text(portablePattern(pattern))})`,
  lower: (value) => `translate(${value}, '${upperCase}', '${upperCase.toLowerCase()}')`,
  upper: (value) => `translate(${value}, '${upperCase.toLowerCase()}', '${upperCase}')`,
  concat: (...values) => `(${values.join(" || ")})`,
  before: (value, separator) => `split_part(${value}, ${text(separator)}, 1)`,
  after: (value, separator) => {
    const at = `strpos(${value}, ${text(separator)})`;
    return `CASE WHEN ${at} > 0 THEN substr(${value}, ${at} + ${codePoints(separator)}) WHEN ${value} IS NOT NULL THEN '' END`;
  },
  wholeOf: (digits) => `TRY_CAST(${digits} AS bigint)`,
  textOf: (whole) => `CAST(${whole} AS varchar)`,
  quotient: (value, divisor) => `(${value} / ${trino.whole(divisor)})`,
  remainder: (value, divisor) => `(${value} % ${trino.whole(divisor)})`,
  ofDay: (day, part) => {
    const name = { year: "year", month: "month", date: "day", "day of year": "day_of_year" }[part];
    return dateOf(day, (date) => `${name}(${date})`);
  },
  // Its own type for addresses takes more texts, and ends a query for others.
  isIp6: () => "FALSE",
  ip6: () => "CAST(NULL AS varbinary)",
  ip6Constant: (address) => `X'${address.toString(16).padStart(32, "0")}'`,
  list: (...items) => (items.length === 0 ? noTexts : `ARRAY[${items.join(", ")}]`),
  listIf: (condition, list, otherwise) =>
    `CASE WHEN ${condition} THEN ${list} ELSE ${otherwise} END`,
  entry: (map, name) => `coalesce(element_at(${map}, ${text(name)}), ${noTexts})`,
  isKnown: (map) => `${map} IS NOT NULL`,
  sizeOfList: (list) => `cardinality(${list})`,
  itemAt: (list, index) => `element_at(${list}, ${index + 1})`,
  countIn: (list, variable, condition) =>
    `cardinality(filter(${list}, ${variable} -> ${condition(variable)}))`,
  parameter: (query, name) => {
    const start = `${name}=`;
    const isIt = `pair = ${text(name)} OR starts_with(pair, ${text(start)})`;
    const condition = name === "" ? `pair <> '' AND (${isIt})` : isIt;
    const pairs = `filter(split(${query}, '&'), pair -> ${condition})`;
    return `transform(${pairs}, pair -> substr(pair, ${codePoints(start) + 1}))`;
  },
  record: (columns) => {
    const values = columns.map((name) => {
      const column = trino.column(name);
      return name.includes("_header") ? column : `CAST(${column} AS varchar)`;
    });
    const types = columns.map((name) => {
      const list = name.includes("_header") ? "array(varchar)" : "varchar";
      return `${trino.column(name)} ${name.endsWith("_headers") ? `map(varchar, ${list})` : list}`;
    });
    const row = `CAST(ROW(${values.join(", ")}) AS ROW(${types.join(", ")}))`;
    return `json_format(CAST(${row} AS json))`;
  },
  limitedBy: (sql, { keys, order, limit }) =>
    `SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY ${keys.join(", ")} ORDER BY ${order}) AS place FROM (${sql}) AS found) AS placed WHERE place <= ${limit}`,
  isInSample: (share) => `random() < ${trino.double(share)}`,
  day: (time) => {
    const day = 86_400_000_000_000n;
    const before = `CASE WHEN ${trino.remainder(time, day)} < 0 THEN 1 ELSE 0 END`;
    const days = `(${trino.quotient(time, day)} - ${before})`;
    return dateOf(days, (date) => `CAST(${date} AS varchar)`);
  },
  network: (address) =>
    `CASE WHEN strpos(${address}, ':') > 0 THEN regexp_extract(${address}, '\\A[0-9A-Fa-f]*:[0-9A-Fa-f]*') || '::/32' WHEN strpos(${address}, '.') > 0 THEN regexp_extract(${address}, '\\A[0-9]+[.][0-9]+') || '.0.0/16' END`,
  pathShape: (uri) =>
    `regexp_replace(split_part(${uri}, '?', 1), '/[0-9A-Fa-f-]*[0-9][0-9A-Fa-f-]*', '/{id}')`,
};
