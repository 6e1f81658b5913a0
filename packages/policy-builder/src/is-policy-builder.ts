import { brand } from "./brand.ts";
import type { BasePolicy } from "./policy.ts";

/** Checks whether a value is a policy made by `policy()`, in any dialect and by whichever copy of this package. */
export function isPolicyBuilder(value: unknown): value is BasePolicy {
  return typeof value === "object" && value !== null && brand in value;
}
