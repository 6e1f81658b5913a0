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
  type HeadersOf,
  type LogColumns,
  type LogRecord,
} from "./fields.ts";
export {
  type ImpactOptions,
  UntranslatedError,
  type Way,
  type Passage,
  type ImpactExample,
  type Impact,
  wherePolicy,
  sqlOfImpact,
  impactOf,
} from "./impact.ts";
export { dimensions, type DimensionName } from "./query.ts";
export type { QueryWriter } from "./sql/writer.ts";
export { exchangeOf } from "./records.ts";
export { clickhouse } from "./sql/clickhouse.ts";
export { duckdb } from "./sql/duckdb.ts";
export { printedWriter, printedWriterNames } from "./sql/printed-writers.ts";
export * from "./logs/index.ts";
export { policyEndings, endingOfOutcome } from "./policy-endings.ts";
export { endedRows } from "./query.ts";
