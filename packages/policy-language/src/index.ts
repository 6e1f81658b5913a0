export { BoundedMap } from "./bounded-map.ts";
export type {
  ActionDefinition,
  ActionResult,
  Answer,
  ConfigFormat,
  DurationFormat,
  EndsProcessing,
  Rewrite,
} from "./catalogue/action.ts";
export {
  defineCatalogue,
  type ActionExtension,
  type CatalogueExtension,
} from "./catalogue/define-catalogue.ts";
export type { Dialect } from "./catalogue/dialect.ts";
export { directionsDialect } from "./catalogue/directions/dialect.ts";
export { protocols, type Protocol } from "./catalogue/protocol.ts";
export { httpMethods } from "./catalogue/standard/http-methods.ts";
export type { FunctionDefinition, Overload, TextFormat } from "./catalogue/function.ts";
export { changedNamespaces } from "./catalogue/results.ts";
export type { RecordDefinition, RecordField } from "./catalogue/record.ts";
export type {
  Absence,
  NamespaceVariable,
  TextForm,
  VariableDefinition,
  VariableNamespace,
} from "./catalogue/variable.ts";
export { variablesOf } from "./catalogue/variables-of.ts";
export type { Diagnostic, Severity } from "./diagnostic.ts";
export { canonicalText } from "./document/compare/canonical-text.ts";
export type { Change, ChangeKind } from "./document/compare/change.ts";
export { compare, type Comparison, type ComparisonState } from "./document/compare/compare.ts";
export type { Edit } from "./edit.ts";
export { applyToDocument } from "./document/edit/apply-to-document.ts";
export type { FixedText, WithEdits } from "./document/edit/apply-fixes.ts";
export { applyToJson } from "./document/edit/json/apply-to-json.ts";
export type { SkipReason } from "./document/edit/skip-reason.ts";
export { describeDocumentError } from "./document/describe-document-error.ts";
export type { DocumentError, DocumentErrorCode } from "./document/document-error.ts";
export type { DocumentPositions } from "./document/document-positions.ts";
export { jsonPolicySource } from "./document/json/json-policy-source.ts";
export { parseJson } from "./document/json/parse-json.ts";
export {
  policyDocumentSchema,
  type Action,
  type PolicyDocument,
  type Rule,
} from "./document/policy-document.ts";
export type {
  ParsedDocument,
  Part,
  PolicySource,
  SourceComment,
  SourceRange,
} from "./document/policy-source.ts";
export { serialize } from "./document/serialize.ts";
export { lineStarts, type Position } from "./document/text-positions.ts";
export { boolLiteral, comparedWithBool } from "./expression/bool-literal.ts";
export { childrenOf } from "./expression/children-of.ts";
export { isLogical, operandsOf, type Logical } from "./expression/operands-of.ts";
export { unguardedAccesses, type UnguardedAccess } from "./expression/guard/unguarded-accesses.ts";
export { reading, variableNamed } from "./expression/check/variable-named.ts";
export {
  interpolations,
  type InterpolationPart,
  type Interpolations,
} from "./expression/interpolation.ts";
export { parseExpression, type ExpressionLimits, type ParseResult } from "./expression/parse.ts";
export { printExpression, printOperand } from "./expression/print.ts";
export { printInterpolations, type TextPart } from "./expression/print-interpolations.ts";
export {
  describeParseError,
  type ParseError,
  type ParseErrorCode,
} from "./expression/parse-error.ts";
export type {
  Binary,
  BinaryOperator,
  Call,
  Conditional,
  Expression,
  Identifier,
  Index,
  List,
  Literal,
  LiteralValue,
  MapLiteral,
  Select,
  Unary,
} from "./expression/tree.ts";
export { canonicalHeaderName } from "./header-name.ts";
export { fromPointer, toPointer, valueAt } from "./json-pointer.ts";
export { isJsonObject, type JsonObject, type JsonValue } from "./json-value.ts";
export type { JsonSchema, ObjectSchema } from "./schema/json-schema.ts";
export {
  isValid,
  schemaFailures,
  unknownKeyword,
  type SchemaFailure,
} from "./schema/schema-failures.ts";
export {
  sameLetters,
  schemaProblems,
  type Problem,
  type SchemaProblem,
  type SchemaProblemOptions,
} from "./schema/schema-problems.ts";
export { shortened } from "./shortened.ts";
export type { Span } from "./span.ts";
export { findUnavailable } from "./expression/check/find-unavailable.ts";
export { checkExpression, type CheckContext, type CheckResult } from "./expression/check/check.ts";
export type { CheckError, CheckErrorCode } from "./expression/check/check-error.ts";
export { describeCheckError } from "./expression/check/describe-check-error.ts";
export { placeInLiteral } from "./expression/check/literal-place.ts";
export type { VariableUse } from "./expression/check/variable-use.ts";
export { parseType, typeText, type CelType } from "./expression/type.ts";
export { isMacro } from "./expression/check/macro.ts";
export { ownMember } from "./own-member.ts";
export { didYouMean, nearest, suggestion } from "./suggestion.ts";
export { containsCidr, parseAddress, parseCidr, type Cidr } from "./text/cidr.ts";
export { meantCountryCode } from "./text/country-code.ts";
export { parseTimeZone } from "./text/time-zone.ts";
export { parseDuration } from "./text/duration.ts";
export { isInTimeRange, parseTimestamp, type Timestamp } from "./text/timestamp.ts";
export { isToken } from "./text/token.ts";
export { compileRegularExpression, type RegularExpression } from "./text/regular-expression.ts";
