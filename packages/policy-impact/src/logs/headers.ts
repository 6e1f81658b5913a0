import { duckdb } from "../sql/duckdb.ts";
import type { Sql } from "../sql/writer.ts";

/**
 * Headers with their names in lower case; null where the value of one is no list. Names that differ only in case are
 * one header.
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
 * Headers of a list of pairs, of which names may come several times, or values be joined by line breaks; those of HTTP/2
 * that begin with `:` are none.
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

/** The size that the headers of a message announce for its body; -1 without one. */
export function announcedSize(headers: Sql): Sql {
  const sizes = `${headers}['content-length']`;
  return `CASE WHEN ${headers} IS NULL THEN NULL WHEN len(coalesce(${sizes}, []::VARCHAR[])) = 0 THEN -1 ELSE TRY_CAST(${sizes}[1] AS BIGINT) END`;
}

/** The values of a header of which a log has one text, and an empty one, or another, where it was not sent. */
export function singleHeader(value: Sql, ...none: readonly string[]): Sql {
  const isNone = duckdb.isIn(value, ["", ...none]);
  return `CASE WHEN ${value} IS NULL THEN NULL WHEN ${isNone} THEN []::VARCHAR[] ELSE [${value}] END`;
}
