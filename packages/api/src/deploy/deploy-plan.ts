import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import type { Operations } from "../policy/operations.ts";
import type { WriteOptions } from "../service/operation.ts";
import type { DeployEvent, TargetDeployment } from "./deployment.ts";
import type { PlannedTarget } from "./plan.ts";

/** How a plan is carried out. */
export interface DeployOptions extends Pick<WriteOptions, "signal" | "stop" | "anyValue"> {
  /** Targets at the same time; 8 unless said otherwise. */
  readonly concurrency?: number | undefined;
  /**
   * What happens when a target fails, is unknown or could not be verified: `stop`, the default, writes
   * to no other one and leaves what has been done; `continue` goes on; `rollback` puts back what has
   * been done.
   */
  readonly onFailure?: "stop" | "continue" | "rollback" | undefined;
  /**
   * Keeps what a target holds before it is overwritten, also before it is put back. When it rejects,
   * nothing is written to that target.
   */
  readonly keep?:
    | ((planned: PlannedTarget, stored: TrafficPolicyModule | undefined) => Promise<void>)
    | undefined;
  readonly onProgress?: ((event: DeployEvent) => void) | undefined;
}

/**
 * Carries out a plan: reads each target again, refuses it if it is no longer what was planned on,
 * writes once, reads back and compares. What the service does wrong ends in the outcomes and is never
 * thrown.
 *
 * @returns one deployment for each planned target, in their order
 */
export async function deployPlan(
  _client: Operations,
  _planned: readonly PlannedTarget[],
  _options: DeployOptions = {},
): Promise<readonly TargetDeployment[]> {
  throw new Error("Not there yet.");
}
