export { unguardedAccesses, type UnguardedAccess } from "./accesses.ts";
export * from "./claims.ts";
export { fold, keyOf, type Constant, type ConstantKind } from "./constant.ts";
export * from "./formula.ts";
export { Condition, LogicSession } from "./reading.ts";
export {
  fails,
  findModel,
  isFalse,
  isTrue,
  notFalse,
  notTrue,
  solve,
  type Answer,
  type Budget,
  type Goal,
  type Model,
  type Outcomes,
} from "./solve.ts";
export { members, narrow, type Test, type Values } from "./values/values.ts";
