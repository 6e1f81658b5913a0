export * from "./report.ts";
export type * from "./reporter.ts";
export {
  alikeFindings,
  environmentsText,
  timesText,
  type AlikeFindings,
} from "./findings/alike.ts";
export { fixedText } from "./findings/fixes.ts";
export { leftOutText, notCheckedText } from "./findings/summary.ts";
export { secretPlaces } from "./findings/hidden-secrets.ts";
export { excerpt } from "./findings/excerpt.ts";
export { junitXml, type JunitSuite, type JunitTest } from "./text/junit-xml.ts";
export * from "./text/markdown-text.ts";
export { bar, codeText, commandText, inset, laidOut } from "./text/layout.ts";
export { aligned, renderFields, renderTable } from "./text/table.ts";
export { withoutColors, type Style } from "./text/style.ts";
export { textWidth, widest } from "./text/text-width.ts";
export { visible } from "./text/visible.ts";
export { workflowCommand } from "./text/workflow-command.ts";
