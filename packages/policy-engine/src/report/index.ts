/** The wording of outcomes, exchanges, cases and coverage. */
export { answerText, answerWords, casesText, oneOfText } from "./answer-words.ts";
export { curlCommand, type CurlCommandLine } from "./curl-command.ts";
export {
  caseCountsText,
  countCases,
  coverageOf,
  gapSentence,
  percentOf,
  type CaseCounts,
} from "./coverage-words.ts";
export { differencesText, sideText } from "./difference-words.ts";
export { askedOf, exchangeLine, exchangeTitle, timesText, titleOf } from "./exchange-line.ts";
export {
  dependenceText,
  endedBy,
  endingText,
  headerChanges,
  notSimulatedText,
  optionText,
  resultText,
  withoutResponse,
  type HeaderChange,
} from "./outcome-words.ts";
export { shownText, shownValue, textOf } from "./shown.ts";
export {
  shownSections,
  type ShownAction,
  type ShownChange,
  type ShownSection,
  type ShownPart,
  type ShownRule,
  type TraceView,
} from "./shown-trace.ts";
export { actionWords, changedPart, ruleName, ruleWords } from "./trace-words.ts";
