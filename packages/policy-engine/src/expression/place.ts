import type { Protocol } from "@traffic-policy/policy-language";

/** Where in a policy document an expression stands. */
export interface Place {
  /** JSON Pointer to the text that holds it. */
  readonly path: string;
  readonly protocol: Protocol;
  readonly direction: string;
}
