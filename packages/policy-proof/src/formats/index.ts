/** The file format of assertions: its schema, validation and loading. */
export {
  readAssertions,
  type AssertionFileContents,
  type BuiltCondition,
  type LoadedAssertion,
  type LoadedAssertions,
  type LoadedCondition,
  type ReadAssertion,
  type WrittenAssertion,
  type WrittenCondition,
} from "./assertion-file.ts";
export {
  assertionFileSchema,
  type AssertionFile,
  type ExchangeFields,
  type OutcomeWord,
} from "./assertion-schema.ts";
export { assertionProblem } from "./assertion-problem.ts";
