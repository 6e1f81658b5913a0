import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import type { Change } from "@traffic-policy/policy-language";
import type { Target } from "../policy/target.ts";
import type { PolicyComparison } from "../policy/compare-policy.ts";
import type { DeploymentError } from "./deployment-error.ts";
import type { ServiceError } from "../errors/service-error.ts";

/** The policy that a target should hold. */
export interface WantedPolicy {
  /** The target's name in messages and results. */
  readonly name: string;
  readonly target: Target;
  /** The service that the target is at, by the name of its client, where there are several. */
  readonly service?: string;
  /**
   * The local policy, as the text that is written to the service; undefined for no policy at all,
   * which only restoring an older state wants.
   */
  readonly local: TrafficPolicyModule | undefined;
}

/**
 * The action that applying a plan takes on a target: `enable` and `disable` change nothing else, `remove` leaves the
 * target without a policy, `unchanged` writes nothing.
 */
export type PlannedAction = "create" | "change" | "enable" | "disable" | "remove" | "unchanged";

/** A target that was read and compared. */
export interface PlannedTarget extends WantedPolicy {
  readonly action: PlannedAction;
  readonly state: PolicyComparison["state"];
  /**
   * The changes, in the form of {@link PolicyComparison}; a changed `enabled` is the first. Computed from the texts
   * at each access, so that a plan takes no more memory than they do.
   */
  readonly changes: readonly Change[];
  /** One sentence, when what was read is not JSON: that it is YAML, or why it cannot be read. */
  readonly note?: string;
  /** The {@link checksum} of what was read; undefined when the target held no policy. */
  readonly checksum: string | undefined;
  /** The stored policy as read; left out when the action is `unchanged`, or nothing was stored. */
  readonly stored?: TrafficPolicyModule;
  /**
   * Set when the target is read again although the action is `unchanged`: the plan was saved, and the service may
   * have changed since. Left out otherwise.
   */
  readonly readAgain?: true;
  /**
   * The {@link checksum}s of what earlier writes of the caller's, whose outcome is unknown, may still bring;
   * null for no policy. When the target holds one of them instead of what was read, nobody else has written.
   */
  readonly late?: readonly (string | null)[];
}

/** A target of which it is not known what would happen to it. */
export interface UnreadTarget extends WantedPolicy {
  /** Why; a {@link DeploymentError} when it is not the service's answer. */
  readonly error: ServiceError | DeploymentError;
}

/** The actions that applying the plan takes on each target. Plain texts and small data, without open resources. */
export interface Plan {
  /** The targets that were read, in the order in which they were wanted. */
  readonly targets: readonly PlannedTarget[];
  /** The others, in the same order. */
  readonly unread: readonly UnreadTarget[];
}

/**
 * How the deployment to one target ended.
 *
 * - `applied`: the service took the policy
 * - `unchanged`: it held the policy already, and nothing was written
 * - `failed`: nothing was written, because of this target
 * - `unknown`: it is unknown whether it was written
 * - `rolled-back`: it was written, and what was there before was restored
 * - `skipped`: nothing was written, because of a stop or of another target
 */
export type TargetOutcome =
  | "applied"
  | "unchanged"
  | "failed"
  | "unknown"
  | "rolled-back"
  | "skipped";

/** The outcome of one target. */
export interface TargetDeployment extends Pick<WantedPolicy, "name" | "target"> {
  readonly outcome: TargetOutcome;
  /**
   * True when a final read showed that the service holds what the outcome implies: the local policy or, for
   * `rolled-back`, the previous one. For a target that was unchanged in a plan that was not saved, the read is the
   * one made for the plan.
   */
  readonly verified: boolean;
  /** The planned changes; empty for an unchanged target. */
  readonly changes: readonly Change[];
  /** Why it is not applied, unchanged or rolled back and verified; or what else there is to say. */
  readonly error?: Error;
}

/** Saves the policy of a target before it is overwritten; undefined means that the target holds no policy. */
export type KeepStored = (
  planned: PlannedTarget,
  stored: TrafficPolicyModule | undefined,
) => Promise<void>;

/** The current step on a target: `keep` is the caller's. */
export type DeployStep = "read" | "keep" | "write" | "verify" | "roll back";

/** An event during a deployment. The last outcome of a target counts, because a rollback comes later. */
export type DeployEvent =
  | { readonly kind: "step"; readonly planned: PlannedTarget; readonly step: DeployStep }
  | {
      readonly kind: "outcome";
      readonly planned: PlannedTarget;
      readonly deployment: TargetDeployment;
    };
