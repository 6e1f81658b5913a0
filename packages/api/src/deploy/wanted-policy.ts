import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import type { Target } from "../policy/target.ts";

/** What a target shall hold. */
export interface WantedPolicy {
  /** What the target is called, in sentences and results. */
  readonly name: string;
  readonly target: Target;
  /**
   * The local policy, as the text that is written to the service; undefined for no policy at all,
   * which only putting an older state back wants.
   */
  readonly local: TrafficPolicyModule | undefined;
}
