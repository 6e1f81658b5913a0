// For the other packages of this repository: these names may change in any release.

export { DatabaseError } from "./database.ts";
export { fieldNames, type LogRecord } from "./fields.ts";
export { UntranslatedError, type Way, type Impact, wherePolicy, impactOf } from "./impact.ts";
export {
  siteImpactOf,
  type SiteImpact,
  type SiteImpactOptions,
  type SiteWay,
} from "./site-impact.ts";
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
