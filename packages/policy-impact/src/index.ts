export {
  DatabaseError,
  type Column,
  type Database,
  type QueryOptions,
  type QueryProgress,
} from "./database.ts";
export { fieldNames, fields, type FieldName, type LogColumns, type LogRecord } from "./fields.ts";
export {
  type ImpactOptions,
  UntranslatedError,
  type Way,
  type Impact,
  wherePolicy,
  sqlOfImpact,
  impactOf,
} from "./impact.ts";
export { dimensions, type DimensionName } from "./query.ts";
export { clickhouse } from "./sql/clickhouse.ts";
export { duckdb } from "./sql/duckdb.ts";
export { printedWriter, printedWriterNames } from "./sql/printed-writers.ts";
export {
  detectFormat,
  fileList,
  literalPattern,
  logFileNames,
  standardInput,
  standardInputFile,
  formatOfColumns,
  contentsOfTable,
  formatNamed,
  logFormats,
  LogAdapterError,
  logFormatOf,
  readLogAdapter,
  tableContents,
  type LogAdapter,
  logRelation,
  shownOfLine,
  type LogContents,
  type LogFormat,
  type LogRelation,
  type Source,
  countRejected,
  unreadableLines,
  type SkippedLine,
  firstLines,
} from "./logs/index.ts";
