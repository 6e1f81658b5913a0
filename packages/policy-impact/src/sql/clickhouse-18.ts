import type { QueryWriter, Sql } from "./writer.ts";
import { clickhouse, dayOf, text } from "./clickhouse.ts";
import { withOneCase, withoutShortcut } from "./patterns.ts";
import { untranslated } from "./untranslated.ts";

/**
 * Writes a two-byte date, the original storage of ClickHouse: all versions support this range, without the first day.
 */
function dateOf(day: Sql, write: (date: Sql) => Sql): Sql {
  const date = `addDays(toDate('1970-01-01'), toInt32(${day}))`;
  return `CASE WHEN ${day} BETWEEN 1 AND 49000 THEN ${write(date)} END`;
}

/** Computes `AND` as the least, and `OR` as the greatest, of numbers: 0 for false, 1 for null, 2 for true. */
function ofNumbers(choose: "least" | "greatest", parts: readonly Sql[]): Sql {
  const numbers = parts.map((part) => `ifNull((${part}) * 2, 1)`);
  return `(nullIf(${numbers.reduce((one, other) => `${choose}(${one}, ${other})`)}, 1) > 0)`;
}

/** The JSON escapes of control characters, quotes and backslashes. The backslash must come first. */
const jsonEscapes: readonly (readonly [string, string])[] = [
  ["\\", String.raw`\\`],
  ['"', String.raw`\"`],
  ...Array.from({ length: 32 }, (_, code): readonly [string, string] => [
    String.fromCodePoint(code),
    String.raw`\u` + code.toString(16).padStart(4, "0"),
  ]),
];

function jsonText(value: Sql): Sql {
  const escaped = jsonEscapes.reduce(
    (sql, [from, to]) => `replaceAll(${sql}, ${text(from)}, ${text(to)})`,
    value,
  );
  return `concat('"', ${escaped}, '"')`;
}

function jsonList(items: Sql, variable: string): Sql {
  const texts = `arrayMap(${variable} -> ${jsonText(variable)}, ${items})`;
  return `concat('[', arrayStringConcat(${texts}, ','), ']')`;
}

function jsonMap(pairs: Sql): Sql {
  const values = `arrayMap(same -> same.2, arrayFilter(pair -> pair.1 = name, ${pairs}))`;
  const entry = `concat(${jsonText("name")}, ':', ${jsonList(values, "one")})`;
  const names = `arrayDistinct(arrayMap(pair -> pair.1, ${pairs}))`;
  return `concat('{', arrayStringConcat(arrayMap(name -> ${entry}, ${names}), ','), '}')`;
}

/**
 * Writes queries for ClickHouse 18.16 and every later version. That version has no maps: all headers are an array of
 * name-value pairs.
 */
export const clickhouse18: QueryWriter = {
  ...clickhouse,
  name: "clickhouse-18",
  unknown: "CAST(NULL, 'Nullable(UInt8)')",
  boolean: (value) => (value ? "1" : "0"),
  // Those of SQL are null for a null beside what decides, or take it for false.
  and: (...parts) => ofNumbers("least", parts),
  or: (...parts) => ofNumbers("greatest", parts),
  whole: (value) => {
    if (value >= -(2n ** 63n) && value < 2n ** 64n) return String(value);
    throw untranslated(`the number ${value}`);
  },
  // It looks for a text of the pattern first, in the wrong case where that is ignored, but not beside an alternative.
  matches: (value, pattern) => clickhouse.matches(value, withoutShortcut(withOneCase(pattern))),
  ofDay: (day, part) => {
    if (part === "day of year") {
      return dateOf(
        day,
        (date) => `(toRelativeDayNum(${date}) - toRelativeDayNum(toStartOfYear(${date})) + 1)`,
      );
    }
    const name = { year: "toYear", month: "toMonth", date: "toDayOfMonth" }[part];
    return dateOf(day, (date) => `${name}(${date})`);
  },
  // What is no address is all zeros here, and not asked for.
  ip6: (value) => `IPv6StringToNum(ifNull(${value}, ''))`,
  ip6Constant: (address) => `toFixedString(unhex('${address.toString(16).padStart(32, "0")}'), 16)`,
  // A condition that may be null would make the list so, which it cannot be.
  listIf: (condition, list, otherwise) => `if(ifNull(${condition}, 0), ${list}, ${otherwise})`,
  entry: (pairs, name) =>
    `arrayMap(pair -> pair.2, arrayFilter(pair -> pair.1 = ${text(name)}, ${pairs}))`,
  countIn: (list, variable, condition) =>
    clickhouse.countIn(list, variable, (item) => `ifNull(${condition(item)}, 0)`),
  record: (columns) => {
    const members = columns.flatMap((name, index) => {
      const column = clickhouse.column(name);
      const value = name.endsWith("_headers")
        ? jsonMap(column)
        : name.includes("_header_")
          ? jsonList(column, "one")
          : `ifNull(${jsonText(`toString(${column})`)}, 'null')`;
      return [text(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`), value];
    });
    return `concat(${[...members, "'}'"].join(", ")})`;
  },
  day: (time) => dateOf(dayOf(time), (date) => `toString(${date})`),
};
