/** What the builder has in every dialect. */
export { action, ActionBuilder } from "./action.ts";
export { CelTextError, PlacementError, type ArgumentPath } from "./errors.ts";
export type { Origin } from "./call-site.ts";
export { cel } from "./cel.ts";
export { bool, bytes, double, duration, dyn, int, string, timestamp, uint } from "./conversions.ts";
export * from "./expressions/index.ts";
export { has, allOf, anyOf, not } from "./logic.ts";
export type { IfPresent, Presence } from "./variable.ts";
export type { LiteralInput } from "./literal-tree.ts";
export { listOf, literal } from "./literal.ts";
export { isPolicyBuilder } from "./is-policy-builder.ts";
export type { BasePolicy, RuleItem } from "./policy.ts";
export * from "./records.generated.ts";
export type { Restriction } from "./restriction.ts";
export { rule, RuleBuilder } from "./rule.ts";
export { Text, text, type JsonTextObject, type JsonTextValue, type TextValue } from "./text.ts";
