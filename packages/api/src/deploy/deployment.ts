import type { Change } from "@traffic-policy/policy-language";
import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import type { PlannedTarget } from "./plan.ts";
import type { WantedPolicy } from "./wanted-policy.ts";

/**
 * How the deployment to one target ended.
 *
 * - `applied`: the service took the policy
 * - `unchanged`: it held the policy already, and nothing was written
 * - `failed`: nothing was written, because of this target
 * - `unknown`: nobody can tell whether it was written
 * - `rolled-back`: it was written, and what was there before was put back
 * - `skipped`: nothing was written, because of a stop or of another target
 */
export type TargetOutcome =
  "applied" | "unchanged" | "failed" | "unknown" | "rolled-back" | "skipped";

/** What became of one target. */
export interface TargetDeployment extends Pick<WantedPolicy, "name" | "target"> {
  readonly outcome: TargetOutcome;
  /**
   * Whether the service was seen to hold at the end what it has to by the outcome: the local policy
   * or, `rolled-back`, the one before. Of a target that was unchanged in a plan that was not saved: when
   * the plan was made.
   */
  readonly verified: boolean;
  /** What was to be changed, as the plan has it; none when it is unchanged. */
  readonly changes: readonly Change[];
  /** Why it is not applied, unchanged or rolled back and verified; or what else there is to say. */
  readonly error?: Error;
}

/** Keeps what a target holds before it is overwritten; undefined is that it holds no policy. */
export type KeepStored = (
  planned: PlannedTarget,
  stored: TrafficPolicyModule | undefined,
) => Promise<void>;

/** What is being done with a target: `keep` is the caller's. */
export type DeployStep = "read" | "keep" | "write" | "verify" | "roll back";

/** What happens in a deployment. The last outcome of a target counts: rolling back comes later. */
export type DeployEvent =
  | { readonly kind: "step"; readonly planned: PlannedTarget; readonly step: DeployStep }
  | {
      readonly kind: "outcome";
      readonly planned: PlannedTarget;
      readonly deployment: TargetDeployment;
    };
