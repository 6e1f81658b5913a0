export {
  DatabaseError,
  type Cell,
  type Column,
  type Database,
  type QueryOptions,
  type QueryProgress,
} from "./database.ts";
export {
  fieldNames,
  fields,
  type FieldName,
  type HeaderColumns,
  type HeadersOf,
  type LogColumns,
  type LogRecord,
} from "./fields.ts";
export * from "./impact.ts";
export type { OutcomeKind, PolicyEnding } from "./policy-endings.ts";
export { dimensions, type DimensionName, type QueryWriter } from "./query.ts";
export { exchangeOf } from "./records.ts";
export { clickhouse18 } from "./sql/clickhouse-18.ts";
export { clickhouse } from "./sql/clickhouse.ts";
export { duckdb } from "./sql/duckdb.ts";
export { printedWriter, printedWriterNames } from "./sql/printed-writers.ts";
export type { Cause } from "./sql/untranslated.ts";
export * from "./logs/index.ts";
export { policyEndings, endingOfOutcome } from "./policy-endings.ts";
export { endedRows } from "./query.ts";
