import type { Expectation } from "@traffic-policy/policy-engine";
import type { Expression } from "@traffic-policy/policy-language";

/** What a policy does, or never does, to all exchanges for which a condition is true. */
export type Assertion = {
  readonly name: string;
  /** Read at the beginning of an exchange, before any rule; every exchange when left out. */
  readonly when?: Expression;
} & (
  | { readonly always: Expectation; readonly never?: undefined }
  | { readonly never: Expectation; readonly always?: undefined }
);
