import { brand } from "./policy-brand.ts";
import type { PolicyBuilder } from "./policy.ts";

/** Whether a value is a policy made by `policy()`, by whichever copy of this package. */
export function isPolicyBuilder(value: unknown): value is PolicyBuilder {
  return typeof value === "object" && value !== null && brand in value;
}
