/** The parts of the builder that every dialect shares. */
export { action, ActionBuilder } from "./action.ts";
export { CelTextError, PlacementError, type ArgumentPath } from "./errors.ts";
export type { Origin } from "./call-site.ts";
export { cel } from "./cel.ts";
export { bool, bytes, double, duration, dyn, int, string, timestamp, uint } from "./conversions.ts";
export {
  BytesExpression,
  CelExpression,
  ComparableExpression,
  Condition,
  DoubleExpression,
  IntExpression,
  UintExpression,
  DurationExpression,
  DynExpression,
  type Kind,
  ListExpression,
  FieldsExpression,
  MapExpression,
  type IndexedFields,
  type IndexedMap,
  StringExpression,
  TimestampExpression,
} from "./expressions/index.ts";
export { has, allOf, anyOf, not } from "./logic.ts";
export type { Presence } from "./variable.ts";
export { listOf, literal } from "./literal.ts";
export { isPolicyBuilder } from "./is-policy-builder.ts";
export type { BasePolicy, RuleItem } from "./policy.ts";
export * from "./records.generated.ts";
export type { Restriction } from "./restriction.ts";
export { rule, RuleBuilder } from "./rule.ts";
export { Text, text } from "./text.ts";
