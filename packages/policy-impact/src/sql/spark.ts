import type { QueryWriter } from "../query.ts";
import { portablePattern } from "./portable-pattern.ts";
import { trino } from "./trino.ts";
import { untranslated } from "./untranslated.ts";
import type { Sql } from "./writer.ts";

function text(value: string): Sql {
  if (!value.isWellFormed() || value.includes("\0")) throw untranslated("a text with NUL");
  return `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}

const upperCase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const noTexts = "CAST(array() AS ARRAY<STRING>)";
const codePoints = (value: string): number => [...value].length;

/** A date of the years from 1 to 9999. */
function dateOf(day: Sql, write: (date: Sql) => Sql): Sql {
  const date = `date_add(DATE'1970-01-01', CAST(${day} AS INT))`;
  return `CASE WHEN ${day} BETWEEN -719162 AND 2932896 THEN ${write(date)} END`;
}

/** What Spark (3.5 or later) should run. No test has run it: it is for those who look at what they run. */
export const spark: QueryWriter = {
  ...trino,
  name: "spark",
  unknown: "CAST(NULL AS BOOLEAN)",
  text,
  column: (name) => `\`${name.replaceAll("`", "``")}\``,
  whole: (value) => {
    if (value <= -(2n ** 63n) || value >= 2n ** 63n) throw untranslated(`the number ${value}`);
    return `${value}L`;
  },
  double: (value) => `CAST('${value}' AS DOUBLE)`,
  isIn: (value, texts) => `${value} IN (${texts.map(text).join(", ")})`,
  startsWith: (value, start) => `startswith(${value}, ${text(start)})`,
  endsWith: (value, end) => `endswith(${value}, ${text(end)})`,
  contains: (value, part) => `contains(${value}, ${text(part)})`,
  size: (value) => `char_length(${value})`,
  matches: (value, pattern) => `regexp_like(${value}, ${text(portablePattern(pattern))})`,
  lower: (value) => `translate(${value}, '${upperCase}', '${upperCase.toLowerCase()}')`,
  upper: (value) => `translate(${value}, '${upperCase.toLowerCase()}', '${upperCase}')`,
  before: (value, separator) => `substring_index(${value}, ${text(separator)}, 1)`,
  after: (value, separator) => {
    const at = `instr(${value}, ${text(separator)})`;
    return `CASE WHEN ${at} > 0 THEN substring(${value}, ${at} + ${codePoints(separator)}) WHEN ${value} IS NOT NULL THEN '' END`;
  },
  wholeOf: (digits) => `try_cast(${digits} AS BIGINT)`,
  textOf: (whole) => `CAST(${whole} AS STRING)`,
  quotient: (value, divisor) => `(${value} div ${spark.whole(divisor)})`,
  remainder: (value, divisor) => `(${value} % ${spark.whole(divisor)})`,
  ofDay: (day, part) => {
    const name = { year: "year", month: "month", date: "dayofmonth", "day of year": "dayofyear" }[
      part
    ];
    return dateOf(day, (date) => `${name}(${date})`);
  },
  ip6: () => "CAST(NULL AS BINARY)",
  list: (...items) => (items.length === 0 ? noTexts : `array(${items.join(", ")})`),
  entry: (map, name) => `coalesce(try_element_at(${map}, ${text(name)}), ${noTexts})`,
  sizeOfList: (list) => `array_size(${list})`,
  itemAt: (list, index) => `try_element_at(${list}, ${index + 1})`,
  countIn: (list, variable, condition) =>
    `array_size(filter(${list}, ${variable} -> ${condition(variable)}))`,
  parameter: (query, name) => {
    const start = `${name}=`;
    const isIt = `pair = ${text(name)} OR startswith(pair, ${text(start)})`;
    const condition = name === "" ? `pair <> '' AND (${isIt})` : isIt;
    const pairs = `filter(split(${query}, '&'), pair -> ${condition})`;
    return `transform(${pairs}, pair -> substring(pair, ${codePoints(start) + 1}))`;
  },
  record: (columns) => {
    const members = columns.map((name) => {
      const column = spark.column(name);
      return `${text(name)}, ${name.includes("_header") ? column : `CAST(${column} AS STRING)`}`;
    });
    return `to_json(named_struct(${members.join(", ")}), map('ignoreNullFields', 'false'))`;
  },
  isInSample: (share) => `rand() < ${spark.double(share)}`,
  day: (time) => {
    const day = 86_400_000_000_000n;
    const before = `CASE WHEN ${spark.remainder(time, day)} < 0 THEN 1 ELSE 0 END`;
    const days = `(${spark.quotient(time, day)} - ${before})`;
    return dateOf(days, (date) => `CAST(${date} AS STRING)`);
  },
  network: (address) =>
    `CASE WHEN contains(${address}, ':') THEN regexp_extract(${address}, '^[0-9A-Fa-f]*:[0-9A-Fa-f]*', 0) || '::/32' WHEN contains(${address}, '.') THEN regexp_extract(${address}, '^[0-9]+[.][0-9]+', 0) || '.0.0/16' END`,
  pathShape: (uri) =>
    `regexp_replace(substring_index(${uri}, '?', 1), '/[0-9A-Fa-f-]*[0-9][0-9A-Fa-f-]*', '/{id}')`,
};
