import { duckdb } from "../sql/duckdb.ts";
import type { Sql } from "../sql/writer.ts";

/**
 * Lower-cases the header names; null when a value is not a list. Names that differ only in case are a single header.
 *
 * @param headers - a map of any names to lists
 */
export function headerMap(headers: Sql): Sql {
  const names = `list_transform(map_keys(${headers}), lambda name: lower(name))`;
  const values = `map_values(${headers})`;
  const isKnown = `list_count(${values}) = len(${values})`;
  const isSingle = `list_unique(${names}) = len(${names})`;
  const valuesOf = `flatten(list_transform(list_filter(map_entries(${headers}), lambda entry: lower(entry.key) = name), lambda entry: entry.value))`;
  const merged = `map(list_distinct(${names}), list_transform(list_distinct(${names}), lambda name: ${valuesOf}))`;
  return `CASE WHEN NOT (${isKnown}) THEN NULL WHEN ${isSingle} THEN map(${names}, ${values}) ELSE ${merged} END`;
}

/**
 * Builds a header map from pairs. Names may repeat, and line breaks may join values. Skips HTTP/2 pseudo-headers,
 * which begin with `:`.
 *
 * @param pairs - a list of `{name, value}`
 */
export function headerMapOfPairs(pairs: Sql): Sql {
  const isHeader = "lambda one: one.name IS NOT NULL AND NOT starts_with(one.name, ':')";
  const names = `list_distinct(list_transform(list_filter(${pairs}, ${isHeader}), lambda one: lower(one.name)))`;
  const lines = `string_split_regex(coalesce(one."value", ''), '\\r?\\n')`;
  const values = `flatten(list_transform(list_filter(${pairs}, lambda one: lower(one.name) = name), lambda one: ${lines}))`;
  return `CASE WHEN ${pairs} IS NOT NULL THEN map(${names}, list_transform(${names}, lambda name: ${values})) END`;
}

export function announcedSize(headers: Sql): Sql {
  const sizes = `${headers}['content-length']`;
  return `CASE WHEN ${headers} IS NULL THEN NULL WHEN len(coalesce(${sizes}, []::VARCHAR[])) = 0 THEN -1 ELSE TRY_CAST(${sizes}[1] AS BIGINT) END`;
}

/**
 * Returns the values of a header that a log stores as text. An empty text, or one of `none`, means that it was not
 * sent.
 */
export function singleHeader(value: Sql, ...none: readonly string[]): Sql {
  const isNone = duckdb.isIn(value, ["", ...none]);
  return `CASE WHEN ${value} IS NULL THEN NULL WHEN ${isNone} THEN []::VARCHAR[] ELSE [${value}] END`;
}
