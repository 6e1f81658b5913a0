export { detectFormat } from "./detect-format.ts";
export {
  fileList,
  literalPattern,
  logFileNames,
  standardInput,
  standardInputFile,
} from "./file-names.ts";
export { formatOfColumns } from "./formats/columns.ts";
export { contentsOfTable } from "./formats/table.ts";
export { formatNamed, logFormats } from "./formats/index.ts";
export {
  LogAdapterError,
  logFormatOf,
  readLogAdapter,
  tableContents,
  type LogAdapter,
} from "./log-adapter.ts";
export {
  logRelation,
  shownOfLine,
  type LogContents,
  type LogFormat,
  type LogRelation,
  type Source,
} from "./log-format.ts";
export { countRejected, unreadableLines, type SkippedLine } from "./unreadable-lines.ts";
export { firstLines } from "./text-lines.ts";
