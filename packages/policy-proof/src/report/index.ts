/** Words and short texts about proofs and comparisons. */
export { answersText, otherAnswersText } from "./answer-words.ts";
export { assertedText, caseOfRefutation, provedNotes, type Refutation } from "./assertion-words.ts";
export { differenceSide, groupsText, shownDifferences, verdictText } from "./comparison-words.ts";
export {
  askedText,
  assertionsText,
  countAsked,
  countAssertions,
  countReached,
  failsText,
  reachText,
  stateOf,
  type AskedCounts,
  type AssertionCounts,
  type ReachCounts,
} from "./counts.ts";
export { ifPassingText } from "./passing-words.ts";
export {
  byRule,
  matchOf,
  placedName,
  questionText,
  targetText,
  unreachedOf,
  type RuleReach,
  type Unreached,
} from "./unreached.ts";
