import type { Change } from "@traffic-policy/policy-language";
import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import type { PolicyComparison } from "../policy/compare-policy.ts";
import type { DeploymentError } from "./deployment-error.ts";
import type { ServiceError } from "../errors/service-error.ts";
import type { WantedPolicy } from "./wanted-policy.ts";

/**
 * What carrying out a plan does to a target: `enable` and `disable` change nothing else, `remove`
 * leaves it without a policy, `unchanged` writes nothing.
 */
export type PlannedAction = "create" | "change" | "enable" | "disable" | "remove" | "unchanged";

/** A target that was read and compared. */
export interface PlannedTarget extends WantedPolicy {
  readonly action: PlannedAction;
  readonly state: PolicyComparison["state"];
  /**
   * What would change, as {@link PolicyComparison} has it; a changed `enabled` is the first. Worked out
   * from the texts each time it is read, so that a plan takes no more memory than they do.
   */
  readonly changes: readonly Change[];
  /** One sentence, when what was read is not JSON: that it is YAML, or why it cannot be read. */
  readonly note?: string;
  /** The {@link checksum} of what was read; undefined when the target held no policy. */
  readonly checksum: string | undefined;
  /** What was read; left out when the action is `unchanged`, or there was nothing. */
  readonly stored?: TrafficPolicyModule;
  /**
   * Whether it is read again although the action is `unchanged`: the plan was saved, and what was seen
   * then may be no longer so. Left out otherwise.
   */
  readonly readAgain?: true;
}

/** A target of which it is not known what would happen to it. */
export interface UnreadTarget extends WantedPolicy {
  /** Why; a {@link DeploymentError} when it is not the service's answer. */
  readonly error: ServiceError | DeploymentError;
}

/** What carrying out would do to each target; texts and small data, nothing that is open. */
export interface Plan {
  /** The targets that were read, in the order in which they were wanted. */
  readonly targets: readonly PlannedTarget[];
  /** The others, in the same order. */
  readonly unread: readonly UnreadTarget[];
}
