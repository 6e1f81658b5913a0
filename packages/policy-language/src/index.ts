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
export { type Dialect } from "./catalogue/dialect.ts";
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
export type { FunctionDefinition, Overload, TextFormat } from "./catalogue/function.ts";
export { dialectNamed, dialectOf, type DialectName } from "./dialects.ts";
export { type Diagnostic, type Severity, type Witness } from "./diagnostic.ts";
export * from "./document/compare.ts";
export { applyToDocument, type Edit, type SkipReason } from "./document/edit/edit-tree.ts";
export type { FixedText } from "./document/edit/apply-fixes.ts";
export { applyToJson } from "./document/edit/apply-to-json.ts";
export { type DocumentError, type Correction } from "./document/document-error.ts";
export type { DocumentPositions } from "./document/tree/positions.ts";
export { jsonPolicySource, parseJson } from "./document/parse-json.ts";
export * from "./document/policy-document.ts";
export type {
  Part,
  SourceComment,
  PolicySource,
  ParsedDocument,
} from "./document/policy-source.ts";
export { serialize } from "./document/serialize.ts";
export { type Position, type SourceRange, type Span } from "./text/positions.ts";
export {
  type Binary,
  type BinaryOperator,
  type Call,
  type Conditional,
  type Expression,
  type Identifier,
  type Index,
  type List,
  type Literal,
  type LiteralValue,
  type MapLiteral,
  type Select,
  type Unary,
} from "./expression/tree.ts";
export * from "./expression/interpolation.ts";
export { parseExpression, type ParseResult } from "./expression/parse.ts";
export { printExpression } from "./expression/print.ts";
export { describeParseError, type ParseError } from "./expression/parse-error.ts";
export { fromPointer, toPointer } from "./json-pointer.ts";
export { isJsonObject, type JsonObject, type JsonValue } from "./json-value.ts";
export type { Target } from "./target.ts";
export { type BoundName, type CheckContext } from "./expression/check/checker.ts";
export { checkExpression, type CheckResult } from "./expression/check/check.ts";
export {
  describeCheckError,
  type CheckError,
  type CheckErrorCode,
} from "./expression/check/check-error.ts";
export type { JsonSchema, ObjectSchema } from "./schema/json-schema.ts";
export { policySchema } from "./schema/policy-schema.ts";
export { type Problem } from "./schema/schema-problems.ts";
export { typeText, type CelType } from "./expression/type.ts";
