export { unguardedAccesses, type UnguardedAccess } from "./accesses.ts";
export * from "./claims.ts";
export { fold, keyOf, type Constant } from "./constant.ts";
export { withEffort, type Effort } from "./effort.ts";
export {
  type Formula,
  type Atom,
  type Relation,
  type Side,
  type Subject,
  type Test,
  type Values,
  type ListTest,
  type ItemModel,
  always,
  never,
  not,
  all,
  any,
  requires,
  equalityOf,
  relationKey,
  subjectsOf,
} from "./formula.ts";
export { Condition } from "./reading/condition.ts";
export { LogicSession, type Answers } from "./reading/session.ts";
export { fails, isFalse, isTrue, notTrue, type Goal, type Outcomes } from "./outcomes.ts";
export { includesSorted, sortUnique } from "./sorted-numbers.ts";
export { solve, Solver, type Budget, type Model } from "./solve.ts";
export { lookAtTime, withTimeLimit } from "./time-limit.ts";
export { Intervals } from "./values/intervals.ts";
export { forgetAutomata } from "./values/text-automata.ts";
export { httpToken, plainTexts } from "./values/text-domains.ts";
export type { TextTest } from "./values/text-test.ts";
export { members, narrow, valuesOfType } from "./values.ts";
export { questionText } from "./values/question-text.ts";
export { functionOf } from "./reading/functions.ts";
