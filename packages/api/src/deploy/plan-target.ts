import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import type { PlannedTarget } from "./plan.ts";
import type { WantedPolicy } from "./wanted-policy.ts";

/**
 * Plans one target by what it holds.
 *
 * @param stored - what the service holds for it; undefined for no policy
 * @throws DeploymentError for a local or stored policy that is not JSON, and for one that the service
 *   cannot remove
 */
export function planTarget(
  _wanted: WantedPolicy,
  _stored: TrafficPolicyModule | undefined,
): PlannedTarget {
  throw new Error("Not there yet.");
}
