// For the other packages of this repository: these names may change in any release.

export {
  addsNothing,
  areContradictory,
  follows,
  isAlwaysFalse,
  isAlwaysTrue,
  isNeverFalse,
  isNeverTrue,
} from "./claims.ts";
export { fold, keyOf } from "./constant.ts";
export { withEffort, type Effort } from "./effort.ts";
export { type ItemModel, requires, equalityOf, relationKey, subjectsOf } from "./formula.ts";
export { isFalse, notTrue } from "./outcomes.ts";
export { outlineParts, type OutlineParts } from "./outline/collect.ts";
export { escapes } from "./outline/escape.ts";
export { outlineOf } from "./outline/outline.ts";
export { includesSorted, sortUnique } from "./sorted-numbers.ts";
export { conditionsRead } from "./reading/condition.ts";
export { searchesMade } from "./solve.ts";
export { Guess } from "./search/trivial.ts";
export { lookAtTime } from "./time-limit.ts";
export { forgetAutomata } from "./values/text-automata.ts";
export { httpToken, plainTexts } from "./values/text-domains.ts";
export { narrow, valuesOfType } from "./values.ts";
export { questionText } from "./values/question-text.ts";
export { functionOf } from "./reading/functions.ts";
