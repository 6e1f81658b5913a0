/** The file formats of exchanges and cases: their schemas, validation and reading. */
export {
  policyOrSite,
  readCases,
  type CaseEnvironments,
  type CaseFileContents,
  type LoadedCase,
  type LoadedCases,
} from "./case-file.ts";
export { caseFileSchema, type CaseFile } from "./case-schema.ts";
export { caseSource, newCaseFile, objectSource, withCases } from "./case-source.ts";
export {
  exchangeProblems,
  protocolProblem,
  toExchange,
  givenWith,
  FormatError,
} from "./exchange-file.ts";
export {
  environmentsSchema,
  expectationSchema,
  policySchemas,
  settingSchemas,
} from "./policy-file-parts.ts";
export { patternProblems, settingProblems, stubProblems } from "./setting-problems.ts";
export { exchangeSchema, type ExchangeFile } from "./exchange-schema.ts";
export {
  addHeader,
  harExchanges,
  isSentOverHttp,
  type HeaderLists,
  type RecordedExchange,
} from "./har.ts";
export { keySetProblems, secretsProblems } from "./given-schemas.ts";
export { variableTypes } from "./known-variables.ts";
