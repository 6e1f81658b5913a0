export type { OpenAnswer } from "./answers.ts";
export { AssertionProblem, type Assertion, type Verdict } from "./assertion.ts";
export {
  comparePolicies,
  type DifferenceGroup,
  type PolicyComparison,
} from "./compare-policies.ts";
export type { Failure, PartFailure } from "./fails.ts";
export type { ProofOptions } from "./inquiry.ts";
export { Prover, type AskedQuestion } from "./prover.ts";
export type { QuestionExample, QuestionFinding } from "./question.ts";
export type { Reached, Target, TargetReach } from "./reach.ts";
export {
  suggestCases,
  type Suggestion,
  type SuggestionOptions,
} from "./suggestion/suggest-cases.ts";
export type { Example } from "./witness/example.ts";
export { excludeUnreachable } from "./unreachable.ts";
export {
  SiteProver,
  type Forbidden,
  type ForbiddenAnswer,
  type Opened,
  type SiteProofOptions,
} from "./site/site-prover.ts";
export { unevenChecks, type UnevenChecks } from "./site/uneven-checks.ts";
export { checkTypesOf, isAccessCheck, isCheck } from "./checks.ts";
export type { AnswerMemory } from "./site/kept-passages.ts";
export type { Passage, SiteAnswer, SiteExample } from "./site/passage.ts";
