export { detectFormat } from "./detect-format.ts";
export {
  fileList,
  FilePattern,
  literalPattern,
  logFileNames,
  logFiles,
  standardInput,
  standardInputFile,
  type TimeRange,
} from "./file-names.ts";
export { formatOfColumns, type ColumnFormat } from "./formats/columns.ts";
export { contentsOfTable } from "./formats/table.ts";
export { formatNamed, logFormats } from "./formats/index.ts";
export {
  LogAdapterError,
  logAdapterSchema,
  logFormatOf,
  readLogAdapter,
  tableContents,
  type LogAdapter,
} from "./log-adapter.ts";
export {
  logRelation,
  shownOfLine,
  type HeaderSources,
  type LogContents,
  type LogFormat,
  type LogRelation,
  type LogRows,
  type Source,
} from "./log-format.ts";
export { countRejected, unreadableLines, type SkippedLine } from "./unreadable-lines.ts";
export { firstLines } from "./text-lines.ts";
