export { unguardedAccesses, type UnguardedAccess } from "./accesses.ts";
export { type Constant } from "./constant.ts";
export {
  type Formula,
  type Atom,
  type Relation,
  type Side,
  type Subject,
  type Test,
  type Values,
  type ListTest,
  always,
  never,
  not,
  all,
  any,
} from "./formula.ts";
export { Condition } from "./reading/condition.ts";
export { LogicSession, type Answers } from "./reading/session.ts";
export { fails, isTrue, type Goal, type Outcomes } from "./outcomes.ts";
export { solve, Solver, type Budget, type Model } from "./solve.ts";
export { withTimeLimit } from "./time-limit.ts";
export { Intervals } from "./values/intervals.ts";
export type { TextTest } from "./values/text-test.ts";
export { members } from "./values.ts";
