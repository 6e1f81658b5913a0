import type { Dialect, Protocol } from "@traffic-policy/policy-language";

/** Where a part of a policy stands: what may be used there depends on it. */
export interface Place {
  readonly dialect: Dialect;
  /** What the policy is for; undefined when nobody said so, and then nothing depends on it. */
  readonly protocol: Protocol | undefined;
  readonly direction: string;
}
