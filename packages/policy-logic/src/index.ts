export { unguardedAccesses, type UnguardedAccess } from "./accesses.ts";
export * from "./claims.ts";
export { fold, keyOf, type Constant, type ConstantKind } from "./constant.ts";
export * from "./formula.ts";
export { Condition } from "./reading/condition.ts";
export { LogicSession } from "./reading/session.ts";
export { fails, isFalse, isTrue, notFalse, notTrue, type Goal, type Outcomes } from "./outcomes.ts";
export { findModel, solve, Solver, type Answer, type Budget, type Model } from "./solve.ts";
export { members, narrow, type Test, type Values } from "./values/values.ts";
