export * from "./actions.generated.ts";
export { action, type ActionBuilder } from "./action.ts";
export { cel } from "./cel.ts";
export {
  BoolExpression,
  BytesExpression,
  CelExpression,
  Condition,
  DurationExpression,
  IntExpression,
  ListExpression,
  MapExpression,
  StringExpression,
  StringListExpression,
  TimestampExpression,
} from "./expressions/index.ts";
export type { LiteralInput } from "./literal.ts";
export type { Origin } from "./origin.ts";
export { isPolicyBuilder, policy, PolicyBuilder } from "./policy.ts";
export * from "./records.generated.ts";
export { rule, RuleBuilder } from "./rule.ts";
export * from "./variables.generated.ts";
