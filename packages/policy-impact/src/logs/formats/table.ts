import type { Column } from "../../database.ts";
import { fields, headersColumn } from "../../fields.ts";
import type { QueryWriter } from "../../sql/writer.ts";
import { clickhouse18 } from "../../sql/clickhouse-18.ts";
import { clickhouse } from "../../sql/clickhouse.ts";
import { duckdb } from "../../sql/duckdb.ts";
import type { Sql } from "../../sql/writer.ts";
import type { LogContents } from "../log-format.ts";
import { contentsOfColumns, type ColumnReader } from "./columns.ts";

/**
 * Returns the contents of a table with columns named like the fields, `request_headers`, or
 * `request_header_user-agent`. Skips columns of unsuitable types.
 */
export function contentsOfTable(columns: readonly Column[], writer: QueryWriter): LogContents {
  if (writer === duckdb) return contentsOfColumns(columns);
  const reader = writer === clickhouse18 ? inClickHouse18 : inClickHouse;
  const nested = new Map(
    (["request", "response"] as const).flatMap((of): (readonly [string, Sql])[] => {
      const pairs = pairsOf(headersColumn(of), columns);
      return pairs === undefined ? [] : [[headersColumn(of), pairs]];
    }),
  );
  const ofPairs = [...nested.keys()].map((name): Column => ({ name, type: pairsType }));
  return contentsOfColumns([...columns, ...ofPairs], {
    ...fieldReader,
    headers: ({ name, type }) => reader(nested.get(name) ?? column(name), type),
  });
}

const pairsType = "Array(Tuple(String, String))";

function pairsOf(name: string, columns: readonly Column[]): Sql | undefined {
  const list = (members: RegExp): Column | undefined =>
    columns.find(
      (one) =>
        one.name.startsWith(`${name}.`) &&
        members.test(one.name.slice(name.length + 1)) &&
        isListOfTexts(one.type),
    );
  const [names, values] = [list(/^(?:name|key)s?$|^1$/), list(/^values?$|^2$/)];
  if (names === undefined || values === undefined) return undefined;
  return `arrayMap((its_name, its_value) -> (its_name, its_value), ${column(names.name)}, ${column(values.name)})`;
}

function isListOfTexts(type: string): boolean {
  return /^Array\((?:LowCardinality\()?String\)+$/.test(type);
}

const { column, text } = clickhouse;

const fieldReader: Pick<ColumnReader, "field" | "header"> = {
  field(name, { name: columnName, type }) {
    const sql = column(columnName);
    switch (fields[name].type) {
      case "text": {
        const value = textOf(sql, plainType(type));
        return value && `CAST(${value}, 'Nullable(String)')`;
      }
      case "number":
        return wholeOf(sql, plainType(type));
      case "nanoseconds":
        return timeOf(sql, plainType(type));
    }
  },
  // A list is never null, so that one which is not known cannot be told from an empty one.
  header({ name, type }) {
    const sql = column(name);
    if (isListOfTexts(type)) return `CAST(${sql}, 'Array(String)')`;
    if (type.includes("Nullable(") || plainType(type) !== "String") return undefined;
    return `[CAST(${sql}, 'String')]`;
  },
};

type HeadersReader = (sql: Sql, type: string) => Sql | undefined;

const inClickHouse: HeadersReader = (sql, type) => {
  if (isPairs(type)) {
    return mapOf(`arrayMap(pair -> pair.1, ${sql})`, `arrayMap(pair -> [pair.2], ${sql})`);
  }
  const [, ofKeys = "", ofValues = ""] = /^Map\((.*?), (.*)\)$/s.exec(type) ?? [];
  if (plainType(ofKeys) !== "String") return undefined;
  if (isListOfTexts(ofValues)) return mapOf(`mapKeys(${sql})`, `mapValues(${sql})`);
  if (plainType(ofValues) !== "String" || ofValues.includes("Nullable(")) return undefined;
  return mapOf(`mapKeys(${sql})`, `arrayMap(one -> [one], mapValues(${sql}))`);
};

/** Reads pairs only, because this version has no maps. */
const inClickHouse18: HeadersReader = (sql, type) =>
  isPairs(type) ? `arrayMap(pair -> (lower(pair.1), pair.2), ${sql})` : undefined;

/** Accepts named elements, too: `Array(Tuple(name String, value String))`. */
function isPairs(type: string): boolean {
  return /^Array\(Tuple\(\s*(?:\w+ )?String,\s+(?:\w+ )?String\)\)$/.test(type);
}

/** Builds a map from lower-case names; merges the values of names that differ only in case. */
function mapOf(names: Sql, values: Sql): Sql {
  const lower = `arrayMap(name -> lower(name), ${names})`;
  const ofOne = `arrayFlatten(arrayFilter((list, name) -> name = one, ${values}, ${lower}))`;
  const merged = `arrayMap(one -> ${ofOne}, arrayDistinct(${lower}))`;
  return `CAST((arrayDistinct(${lower}), ${merged}), 'Map(String, Array(String))')`;
}

function plainType(type: string): string {
  const inner = /^(?:Nullable|LowCardinality)\((.*)\)$/s.exec(type)?.[1];
  return inner === undefined ? type : plainType(inner);
}

function textOf(sql: Sql, type: string): Sql | undefined {
  if (type === "String") return sql;
  if (type.startsWith("FixedString(")) return `toStringCutToZero(${sql})`;
  if (/^(?:Enum(?:8|16)\(|IPv4$|UUID$)/.test(type)) return `toString(${sql})`;
  // That is how an address of IPv4 is stored among others.
  if (type === "IPv6")
    return `replaceRegexpOne(toString(${sql}), '^::ffff:([0-9.]+)$', ${text(String.raw`\1`)})`;
  return undefined;
}

function wholeOf(sql: Sql, type: string): Sql | undefined {
  if (type === "String") {
    // Early versions take what is no number for 0.
    return `CASE WHEN match(${sql}, '^-?[0-9]{1,18}$') THEN toInt64OrNull(${sql}) END`;
  }
  if (type === "UInt64") return `CASE WHEN ${sql} < 9223372036854775808 THEN toInt64(${sql}) END`;
  return /^U?Int(?:8|16|32|64)$/.test(type) ? `CAST(${sql}, 'Nullable(Int64)')` : undefined;
}

function timeOf(sql: Sql, type: string): Sql | undefined {
  if (/^DateTime(?:\(|$)/.test(type)) {
    return `CAST(toInt64(toUnixTimestamp(${sql})) * 1000000000, 'Nullable(Int64)')`;
  }
  if (type.startsWith("DateTime64(")) {
    const milliseconds = `toUnixTimestamp64Milli(${sql})`;
    return `CASE WHEN ${milliseconds} BETWEEN -9223372036854 AND 9223372036854 THEN ${milliseconds} * 1000000 END`;
  }
  // A text may be written in many ways.
  const number = type === "String" ? undefined : wholeOf(sql, type);
  return number && `intDiv(${number}, 1000000) * 1000000`;
}
