import type { Operations } from "../policy/operations.ts";
import type { WriteOptions } from "../service/operation.ts";
import type { Plan } from "./plan.ts";
import type { WantedPolicy } from "./wanted-policy.ts";

/** How a plan is made. */
export interface PlanOptions extends Pick<WriteOptions, "signal" | "stop" | "anyValue"> {
  /** Requests at the same time; 8 unless said otherwise. */
  readonly concurrency?: number | undefined;
  /** Told of every target that was read, or could not be: how many of them that are, of how many. */
  readonly onProgress?: ((event: PlanEvent) => void) | undefined;
}

/** A target was read, or could not be. */
export interface PlanEvent {
  readonly wanted: WantedPolicy;
  /** How many are done with, this one included. */
  readonly done: number;
  readonly total: number;
}

/**
 * Reads what the service holds for many targets, and compares each with what it shall hold. TCP edges
 * come from the list, a hundred with a request; no stored policy is kept that equals the local one.
 *
 * What the service does wrong ends in `unread` and is never thrown.
 */
export async function makePlan(
  _client: Operations,
  _wanted: readonly WantedPolicy[],
  _options: PlanOptions = {},
): Promise<Plan> {
  throw new Error("Not there yet.");
}
