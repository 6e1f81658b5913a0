import type { Change } from "@traffic-policy/policy-language";

/**
 * How the deployment to one target ended. `failed`: the target is as it was. `unknown`: nobody can
 * tell whether the policy was written.
 */
export type DeploymentOutcome = "applied" | "unchanged" | "failed" | "unknown";

/** What became of one target. */
export interface Deployment {
  readonly outcome: DeploymentOutcome;
  /** Whether the service was seen to hold the local policy at the end. */
  readonly verified: boolean;
  /** What was to be changed; none when unchanged, or when it was not found out. */
  readonly changes: readonly Change[];
  /** Why it is not applied and verified, or not unchanged. */
  readonly error?: Error;
}
