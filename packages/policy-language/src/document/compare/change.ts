import type { JsonValue } from "../../json-value.ts";

/** How a rule, or the module that holds the policy, differs. */
export type ChangeKind = "added" | "removed" | "moved" | "changed" | "enabled";

/** One difference, told as what deploying the local policy would do to the stored one. */
export interface Change {
  readonly kind: ChangeKind;
  /**
   * JSON Pointer into the local policy document, or into the stored one when the rule is not in
   * the local one: to the rule, and for `changed` to the very field.
   */
  readonly path: string;
  /** The name of the rule, if it has one. */
  readonly rule?: string;
  /** What is stored; absent when there is nothing. For `moved` the rule's index in its list. */
  readonly before?: JsonValue;
  /** What is in the local policy; absent when there is nothing. For `moved` the rule's index. */
  readonly after?: JsonValue;
}
