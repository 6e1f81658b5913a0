// For the other packages of this repository: these names may change in any release.

export { BoundedMap, getOrAdd } from "./bounded-map.ts";
export { absenceSentences } from "./catalogue/absence-sentences.ts";
export { absenceOf, filledMaps, isFilledByActions, variablesOf } from "./catalogue/dialect.ts";
export { endingOf } from "./catalogue/ending.ts";
export { counterpartOf, sectionAt, type Stage } from "./catalogue/section.ts";
export { headerNames } from "./catalogue/standard/header-names.ts";
export { httpMethods } from "./catalogue/standard/http-methods.ts";
export { macroForms, type MacroForm } from "./catalogue/standard/macros.ts";
export { mediaTypes } from "./catalogue/standard/media-types.ts";
export { statusCodes } from "./catalogue/standard/status-codes.ts";
export { standardFunctions } from "./catalogue/standard/functions.ts";
export { changedNamespaces } from "./catalogue/results.ts";
export { dialectNameOf, isSectionName, namesPhase, sectionNames } from "./dialects.ts";
export { countSeverities, fingerprint, type Fingerprint } from "./diagnostic.ts";
export { canonicalText } from "./document/json-equal.ts";
export { changeText } from "./document/edit/edit-tree.ts";
export { isReadable, describeDocumentError } from "./document/document-error.ts";
export type { Holder } from "./document/holders/holder.ts";
export {
  type NamedPolicyFile,
  policyFilesNamedIn,
  policyKeysOfAgent,
} from "./document/holders/agent.ts";
export { operatorVersion, policyPathsOfKinds } from "./document/holders/kubernetes.ts";
export { type HeldPolicy, holderPlaces } from "./document/holders/held-policies.ts";
export { isTerraformPlan, priorState } from "./document/holders/terraform.ts";
export { splitPolicyPath, type PolicyPath } from "./document/holders/policy-path.ts";
export { withDistinctNames } from "./document/holders/distinct-names.ts";
export {
  documentsWithPolicies,
  heldSources,
  type HeldSource,
} from "./document/holders/held-sources.ts";
export { heldTextReader } from "./document/holders/held-text-reader.ts";
export { missingPolicies, policyProblems } from "./document/holders/missing-policies.ts";
export {
  hasPolicyInside,
  hasPolicyShape,
  hasSectionWithActions,
  isMeantAsPolicy,
  isTemplate,
  isTemplateOfHolder,
  mayHoldPolicy,
} from "./document/policy-shape.ts";
export { eachOf, reordered, usualRuleOrder } from "./document/usual-order.ts";
export { unknownPart } from "./document/unknown-part.ts";
export { StringUnits } from "./document/string-units.ts";
export { Remembered } from "./text/remembered.ts";
export { lineStarts, placeText, rangesAround, TextPositions } from "./text/positions.ts";
export {
  type Logical,
  boolLiteral,
  childrenOf,
  comparedWithBool,
  isLogical,
  operandsOf,
} from "./expression/tree.ts";
export { printOperand } from "./expression/print.ts";
export { camelCase } from "./text/camel-case.ts";
export { canonicalHeaderName, isToken } from "./text/header-name.ts";
export { valueAt } from "./json-pointer.ts";
export { indentationAt, indentationUnitOf, lineBreakOf } from "./document/edit/text-layout.ts";
export { ownMember } from "./json-value.ts";
export {
  counted,
  enumerated,
  firstSentence,
  listed,
  secondsText,
  shellWord,
} from "./text/sentences.ts";
export { escaped, printable, shortened, urlToPrint, withoutCommands } from "./text/shown.ts";
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
  type VariableTree,
} from "./expression/check/checker.ts";
export { placeInLiteral } from "./expression/literal.ts";
export { schemaFailures, unknownKeyword, isValid } from "./schema/schema-failures.ts";
export {
  type SchemaProblem,
  schemaProblems,
  wantedKind,
  kindOf,
  knownKeys,
} from "./schema/schema-problems.ts";
export { isAssignable, isOpen, parseType } from "./expression/type.ts";
export { didYouMean, nearest, nearMiss, sameLetters, suggestion } from "./text/nearest.ts";
export {
  type Cidr,
  containsCidr,
  isLoopbackAddress,
  parseAddress,
  parseCidr,
} from "./text/cidr.ts";
export { countryCodes, meantCountryCode } from "./text/country-code.ts";
export { parseTimeZone, timeZoneNames } from "./text/time-zone.ts";
export { parseDuration } from "./text/duration.ts";
export {
  isInTimeRange,
  offsetOfTimestamp,
  parseTimestamp,
  type Timestamp,
} from "./text/timestamp.ts";
export { type NoNumber, readDouble, readInt, readUint, textsOfBool } from "./text/number.ts";
export { patternOfJavaScript } from "./text/javascript-pattern.ts";
export {
  type PatternProgram,
  type PatternInstruction,
  type CharacterRanges,
  PatternPlace,
  compileRegularExpression,
  forgetCompiled,
} from "./text/regular-expression.ts";
export { type Replaced, expandReplacement, replaceMatches } from "./text/replacement.ts";
export { decodeUtf8, encodeUtf8, utf8Size } from "./text/utf8.ts";
export {
  formatEndpointUrl,
  isInternalHost,
  withUsualPort,
  parseEndpointUrl,
  type EndpointScheme,
  type EndpointUrl,
} from "./site/endpoint-url.ts";
export {
  isBelow,
  serverText,
  Site,
  type Binding,
  type Receivers,
  type SiteEndpoint,
} from "./site/site.ts";
