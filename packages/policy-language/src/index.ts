export { BoundedMap, getOrAdd } from "./bounded-map.ts";
export { absenceSentences } from "./catalogue/absence-sentences.ts";
export type {
  ActionDefinition,
  BoundNames,
  BoundDefinition,
  ActionResult,
  DeprecatedField,
  Answer,
  Credentials,
  Rewrite,
  ConfigFormat,
  DurationFormat,
} from "./catalogue/action.ts";
export { defineCatalogue } from "./catalogue/define-catalogue.ts";
export {
  absenceOf,
  filledMaps,
  isFilledByActions,
  variablesOf,
  type Dialect,
} from "./catalogue/dialect.ts";
export { endingOf } from "./catalogue/ending.ts";
export { counterpartOf, sectionAt, type Stage } from "./catalogue/section.ts";
export { directionsDialect } from "./catalogue/directions/dialect.ts";
export {
  protocols,
  type Protocol,
  type RecordDefinition,
  type RecordField,
  type Absence,
  type TextForm,
  type UrlPartOf,
  type VariableDefinition,
  type VariableNamespace,
} from "./catalogue/variable.ts";
export { headerNames } from "./catalogue/standard/header-names.ts";
export { httpMethods } from "./catalogue/standard/http-methods.ts";
export { macroForms, type MacroForm } from "./catalogue/standard/macros.ts";
export { mediaTypes } from "./catalogue/standard/media-types.ts";
export { statusCodes } from "./catalogue/standard/status-codes.ts";
export type { FunctionDefinition, Overload, TextFormat } from "./catalogue/function.ts";
export { standardFunctions } from "./catalogue/standard/functions.ts";
export { changedNamespaces } from "./catalogue/results.ts";
export {
  dialectNamed,
  dialectNameOf,
  dialectOf,
  isSectionName,
  namesPhase,
  sectionNames,
  type DialectName,
} from "./dialects.ts";
export {
  countSeverities,
  fingerprint,
  type Diagnostic,
  type Fingerprint,
  type Severity,
  type Witness,
} from "./diagnostic.ts";
export { canonicalText } from "./document/json-equal.ts";
export * from "./document/compare.ts";
export {
  applyToDocument,
  changeText,
  type Edit,
  type SkipReason,
} from "./document/edit/edit-tree.ts";
export type { FixedText } from "./document/edit/apply-fixes.ts";
export { applyToJson } from "./document/edit/apply-to-json.ts";
export {
  type DocumentError,
  type Correction,
  isReadable,
  describeDocumentError,
} from "./document/document-error.ts";
export { embeddedSources, missingPolicies, policyProblems } from "./document/embedded-policy.ts";
export {
  hasPolicyInside,
  hasPolicyShape,
  hasSectionWithActions,
  isMeantAsPolicy,
  isTemplate,
  mayHoldPolicy,
} from "./document/policy-shape.ts";
export type { DocumentPositions } from "./document/tree/positions.ts";
export { jsonPolicySource, parseJson } from "./document/parse-json.ts";
export * from "./document/policy-document.ts";
export { unknownPart } from "./document/unknown-part.ts";
export type {
  Part,
  SourceComment,
  PolicySource,
  ParsedDocument,
} from "./document/policy-source.ts";
export { serialize } from "./document/serialize.ts";
export { StringUnits } from "./document/string-units.ts";
export { Remembered } from "./text/remembered.ts";
export {
  lineStarts,
  TextPositions,
  type Position,
  type SourceRange,
  type Span,
} from "./text/positions.ts";
export * from "./expression/tree.ts";
export * from "./expression/interpolation.ts";
export { parseExpression, type ParseResult } from "./expression/parse.ts";
export { printExpression, printOperand } from "./expression/print.ts";
export { describeParseError, type ParseError } from "./expression/parse-error.ts";
export { camelCase } from "./text/camel-case.ts";
export { canonicalHeaderName, isToken } from "./text/header-name.ts";
export { fromPointer, toPointer, valueAt } from "./json-pointer.ts";
export { indentationAt, indentationUnitOf, lineBreakOf } from "./document/edit/text-layout.ts";
export { isJsonObject, ownMember, type JsonObject, type JsonValue } from "./json-value.ts";
export type { Target } from "./target.ts";
export {
  counted,
  enumerated,
  firstSentence,
  listed,
  secondsText,
  shellWord,
} from "./text/sentences.ts";
export { escaped, printable, shortened } from "./text/shown.ts";
export {
  findUnavailable,
  isCurrentVariable,
  boundNames,
  isMacro,
  isStandardMacro,
  itemsOf,
  reading,
  variableNamed,
  variablesIn,
  variableTree,
  type BoundName,
  type VariableTree,
  type CheckContext,
} from "./expression/check/checker.ts";
export { checkExpression, type CheckResult } from "./expression/check/check.ts";
export {
  describeCheckError,
  type CheckError,
  type CheckErrorCode,
} from "./expression/check/check-error.ts";
export { placeInLiteral } from "./expression/literal.ts";
export type { JsonSchema, ObjectSchema } from "./schema/json-schema.ts";
export { policySchema } from "./schema/policy-schema.ts";
export { schemaFailures, unknownKeyword, isValid } from "./schema/schema-failures.ts";
export {
  type Problem,
  type SchemaProblem,
  schemaProblems,
  wantedKind,
  kindOf,
  knownKeys,
} from "./schema/schema-problems.ts";
export { isAssignable, isOpen, parseType, typeText, type CelType } from "./expression/type.ts";
export { didYouMean, nearest, nearMiss, sameLetters, suggestion } from "./text/nearest.ts";
export * from "./text/cidr.ts";
export { countryCodes, meantCountryCode } from "./text/country-code.ts";
export { parseTimeZone, timeZoneNames } from "./text/time-zone.ts";
export { parseDuration } from "./text/duration.ts";
export {
  isInTimeRange,
  offsetOfTimestamp,
  parseTimestamp,
  type Timestamp,
} from "./text/timestamp.ts";
export * from "./text/number.ts";
export { patternOfJavaScript } from "./text/javascript-pattern.ts";
export {
  type PatternProgram,
  type PatternInstruction,
  type CharacterRanges,
  PatternPlace,
  compileRegularExpression,
  forgetCompiled,
} from "./text/regular-expression.ts";
export * from "./text/replacement.ts";
export { decodeUtf8, encodeUtf8, utf8Size } from "./text/utf8.ts";
