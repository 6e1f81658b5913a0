import type { Column } from "../../database.ts";
import { fields } from "../../fields.ts";
import type { QueryWriter } from "../../query.ts";
import { clickhouse18 } from "../../sql/clickhouse-18.ts";
import { clickhouse } from "../../sql/clickhouse.ts";
import { duckdb } from "../../sql/duckdb.ts";
import type { Sql } from "../../sql/writer.ts";
import type { LogContents } from "../log-format.ts";
import { contentsOfColumns, type ColumnReader } from "./columns.ts";

/**
 * What a table tells whose columns are named as the fields, `request_headers`, or `request_header_user-agent`. A column
 * of a type that does not tell this is left out.
 */
export function contentsOfTable(columns: readonly Column[], writer: QueryWriter): LogContents {
  if (writer === duckdb) return contentsOfColumns(columns);
  return contentsOfColumns(columns, writer === clickhouse18 ? inClickHouse18 : inClickHouse);
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
    if (/^Array\((?:LowCardinality\()?String\)+$/.test(type))
      return `CAST(${sql}, 'Array(String)')`;
    if (type.includes("Nullable(") || plainType(type) !== "String") return undefined;
    return `[CAST(${sql}, 'String')]`;
  },
};

/** Maps to lists or to texts, and pairs of a name and a value. */
const inClickHouse: ColumnReader = {
  ...fieldReader,
  headers({ name, type }) {
    const sql = column(name);
    if (isPairs(type))
      return mapOf(`arrayMap(pair -> pair.1, ${sql})`, `arrayMap(pair -> [pair.2], ${sql})`);
    const [, ofKeys = "", ofValues = ""] = /^Map\((.*?), (.*)\)$/s.exec(type) ?? [];
    if (plainType(ofKeys) !== "String") return undefined;
    if (plainType(ofValues) === "String" && !ofValues.includes("Nullable(")) {
      return mapOf(`mapKeys(${sql})`, `arrayMap(one -> [one], mapValues(${sql}))`);
    }
    if (!/^Array\((?:LowCardinality\()?String\)+$/.test(ofValues)) return undefined;
    return mapOf(`mapKeys(${sql})`, `mapValues(${sql})`);
  },
};

/** Pairs, because there are no maps yet. */
const inClickHouse18: ColumnReader = {
  ...fieldReader,
  headers({ name, type }) {
    if (!isPairs(type)) return undefined;
    return `arrayMap(pair -> (lower(pair.1), pair.2), ${column(name)})`;
  },
};

/** The names of pairs may be told, too: `Array(Tuple(name String, value String))`. */
function isPairs(type: string): boolean {
  return /^Array\(Tuple\((?:\w+ )?String, (?:\w+ )?String\)\)$/.test(type);
}

/** A map from names in lower case; the values of names that differ only in case come together. */
function mapOf(names: Sql, values: Sql): Sql {
  const lower = `arrayMap(name -> lower(name), ${names})`;
  const ofOne = `arrayFlatten(arrayFilter((list, name) -> name = one, ${values}, ${lower}))`;
  const merged = `arrayMap(one -> ${ofOne}, arrayDistinct(${lower}))`;
  return `CAST((arrayDistinct(${lower}), ${merged}), 'Map(String, Array(String))')`;
}

/** A type without what it says of null, and of how it is stored. */
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
  if (type === "String") return `toInt64OrNull(${sql})`;
  if (type === "UInt64") return `CASE WHEN ${sql} < 9223372036854775808 THEN toInt64(${sql}) END`;
  return /^U?Int(?:8|16|32|64)$/.test(type) ? `CAST(${sql}, 'Nullable(Int64)')` : undefined;
}

/** In whole milliseconds, as all logs are read. */
function timeOf(sql: Sql, type: string): Sql | undefined {
  if (/^DateTime(?:\(|$)/.test(type)) {
    return `CAST(toInt64(toUnixTimestamp(${sql})) * 1000000000, 'Nullable(Int64)')`;
  }
  if (type.startsWith("DateTime64(")) {
    const milliseconds = `toUnixTimestamp64Milli(${sql})`;
    return `CASE WHEN ${milliseconds} BETWEEN -9223372036854 AND 9223372036854 THEN ${milliseconds} * 1000000 END`;
  }
  const number = wholeOf(sql, type);
  return number && `intDiv(${number}, 1000000) * 1000000`;
}
