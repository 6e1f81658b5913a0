export * from "./actions.generated.ts";
export { action, type ActionBuilder } from "./action.ts";
export { cel } from "./cel.ts";
export {
  CelExpression,
  Condition,
  IntExpression,
  StringExpression,
  StringListExpression,
  StringListMapExpression,
} from "./expressions.ts";
export type { LiteralInput } from "./literal.ts";
export type { Origin } from "./origin.ts";
export { isPolicyBuilder, policy, PolicyBuilder } from "./policy.ts";
export { rule, RuleBuilder } from "./rule.ts";
export * from "./variables.generated.ts";
