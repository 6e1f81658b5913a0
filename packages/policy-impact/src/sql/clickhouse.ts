import type { QueryWriter, Sql } from "./writer.ts";
import { untranslated } from "./untranslated.ts";

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "'": "\\'", "\0": "\\0" };

export function text(value: string): Sql {
  if (!value.isWellFormed()) throw untranslated("a text that is no Unicode");
  return `'${value.replaceAll(/[\\'\0]/g, (one) => escapes[one] ?? one)}'`;
}

const byteLength = (value: string): number => new TextEncoder().encode(value).length;

/** Writes a signed 64-bit constant: next to an unsigned number, negative numbers would not compare as negative. */
function signed(value: bigint): Sql {
  return `toInt64(${value})`;
}

const nanosecondsOfDay = 86_400_000_000_000n;

export function dayOf(time: Sql): Sql {
  const [day, rest] = [
    clickhouse.quotient(time, nanosecondsOfDay),
    clickhouse.remainder(time, nanosecondsOfDay),
  ];
  return `(${day} - if(${rest} < 0, 1, 0))`;
}

/** Writes a signed date, with a range from 1900 to 2299. */
function dateOf(day: Sql, write: (date: Sql) => Sql): Sql {
  const date = `addDays(toDate32('1970-01-01'), toInt32(${day}))`;
  return `CASE WHEN ${day} BETWEEN -25567 AND 120529 THEN ${write(date)} END`;
}

/** Writes queries for ClickHouse 24.8 or later. */
export const clickhouse: QueryWriter = {
  name: "clickhouse",
  unknown: "CAST(NULL, 'Nullable(Bool)')",
  boolean: (value) => (value ? "TRUE" : "FALSE"),
  and: (...parts) => `(${parts.join(" AND ")})`,
  or: (...parts) => `(${parts.join(" OR ")})`,
  text,
  column: (name) => `"${name.replaceAll(/[\\"]/g, String.raw`\$&`)}"`,
  whole: (value) => {
    if (value < -(2n ** 255n) || value >= 2n ** 255n) throw untranslated(`the number ${value}`);
    const isOf64Bits = value >= -(2n ** 63n) && value < 2n ** 64n;
    return isOf64Bits ? String(value) : `toInt256('${value}')`;
  },
  double: (value) => `toFloat64('${value}')`,
  // Null is in no list, rather than perhaps.
  isIn: (value, texts) =>
    `CASE WHEN ${value} IS NOT NULL THEN ${value} IN (${texts.map(text).join(", ")}) END`,
  startsWith: (value, start) => `startsWith(${value}, ${text(start)})`,
  endsWith: (value, end) => `endsWith(${value}, ${text(end)})`,
  contains: (value, part) => `(position(${value}, ${text(part)}) > 0)`,
  size: (value) => `lengthUTF8(${value})`,
  matches: (value, pattern) => {
    // A pattern ends at NUL.
    if (/\\\0/.test(pattern)) throw untranslated("a pattern with an escaped NUL");
    return `match(${value}, ${text(`(?-s)${pattern.replaceAll("\0", String.raw`\x00`)}`)})`;
  },
  lower: (value) => `lower(${value})`,
  upper: (value) => `upper(${value})`,
  concat: (...values) => (values.length === 1 ? values.join("") : `concat(${values.join(", ")})`),
  before: (value, separator) => {
    const at = `position(${value}, ${text(separator)})`;
    return `CASE WHEN ${at} > 0 THEN substring(${value}, 1, ${at} - 1) ELSE ${value} END`;
  },
  after: (value, separator) => {
    const at = `position(${value}, ${text(separator)})`;
    return `CASE WHEN ${at} > 0 THEN substring(${value}, ${at} + ${byteLength(separator)}) ELSE substring(${value}, 1, 0) END`;
  },
  wholeOf: (digits) => `toInt64OrNull(${digits})`,
  textOf: (whole) => `toString(${whole})`,
  quotient: (value, divisor) => `intDiv(${value}, ${signed(divisor)})`,
  remainder: (value, divisor) => `modulo(${value}, ${signed(divisor)})`,
  ofDay: (day, part) => {
    const name = {
      year: "toYear",
      month: "toMonth",
      date: "toDayOfMonth",
      "day of year": "toDayOfYear",
    }[part];
    return dateOf(day, (date) => `${name}(${date})`);
  },
  isIp6: (value) => {
    const parts = `length(arrayFilter(part -> part != '', splitByChar(':', ifNull(${value}, ''))))`;
    return `(match(${value}, '${shortForm}') AND ${parts} <= 7 OR match(${value}, '${longForm}'))`;
  },
  ip6: (value) => `IPv6StringToNumOrNull(${value})`,
  ip6Constant: (address) => `unhex('${address.toString(16).padStart(32, "0")}')`,
  list: (...items) =>
    items.length === 0
      ? "emptyArrayString()"
      : `[${items.map((item) => `ifNull(${item}, '')`).join(", ")}]`,
  listIf: (condition, list, otherwise) =>
    `CASE WHEN ${condition} THEN ${list} ELSE ${otherwise} END`,
  entry: (map, name) => `${map}[${text(name)}]`,
  isKnown: () => undefined,
  sizeOfList: (list) => `length(${list})`,
  itemAt: (list, index) => `${list}[${index + 1}]`,
  countIn: (list, variable, condition) =>
    `arrayCount(${variable} -> ${condition(variable)}, ${list})`,
  parameter: (query, name) => {
    const start = text(`${name}=`);
    const pairs = `arrayFilter(pair -> pair = ${text(name)} OR startsWith(pair, ${start}), splitByChar('&', ifNull(${query}, '')))`;
    const kept = name === "" ? `arrayFilter(pair -> pair != '', ${pairs})` : pairs;
    return `arrayMap(pair -> substring(pair, ${byteLength(name) + 2}), ${kept})`;
  },
  record: (columns) => {
    const types = columns.map((name) => {
      const type = headerTypes.find(([part]) => name.includes(part))?.[1] ?? "Nullable(String)";
      return `\`${name.replaceAll(/[\\`]/g, String.raw`\$&`)}\` ${type}`;
    });
    const values = columns.map((name) => {
      const column = clickhouse.column(name);
      return name.includes("_header") ? column : `toString(${column})`;
    });
    return `toJSONString(CAST(tuple(${values.join(", ")}), ${text(`Tuple(${types.join(", ")})`)}))`;
  },
  limitedBy: (sql, { keys, order, limit }) =>
    `${sql} ORDER BY ${order} LIMIT ${limit} BY ${keys.join(", ")}`,
  isInSample: (share) => `rand() < ${Math.round(share * 2 ** 32)}`,
  day: (time) => dateOf(dayOf(time), (date) => `toString(${date})`),
  network: (address) =>
    `CASE WHEN position(${address}, ':') > 0 THEN concat(replaceRegexpOne(extract(${address}, '^[0-9A-Fa-f]*:[0-9A-Fa-f]*'), ':$', ''), '::/32') WHEN position(${address}, '.') > 0 THEN concat(extract(${address}, '^[0-9]+[.][0-9]+'), '.0.0/16') END`,
  pathShape: (uri) =>
    `replaceRegexpAll(${clickhouse.before(uri, "?")}, '/[0-9A-Fa-f-]*[0-9][0-9A-Fa-f-]*', '/{id}')`,
};

const headerTypes = [
  ["_headers", "Map(String, Array(String))"],
  ["_header_", "Array(String)"],
] as const;

const group = "[0-9A-Fa-f]{1,4}";
const shortForm = `^(?:${group}(?::${group}){0,6})?::(?:${group}(?::${group}){0,6})?$`;
const longForm = `^${group}(?::${group}){7}$`;
