import type { BasePolicy } from "./policy.ts";

// Registered by name, so that a policy is known as one although its package is installed twice.
export const brand = Symbol.for("@traffic-policy/policy-builder/policy");

/** Whether a value is a policy made by `policy()`, in any dialect and by whichever copy of this package. */
export function isPolicyBuilder(value: unknown): value is BasePolicy {
  return typeof value === "object" && value !== null && brand in value;
}
