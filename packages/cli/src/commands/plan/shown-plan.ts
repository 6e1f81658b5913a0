import type { ExceededLimit, Plan } from "@traffic-policy/api";
import type { Behaviours } from "../../behaviour/behaviour.ts";
import type { Terminal } from "../../context.ts";
import type { PlanDetails } from "../../deploying/plan-details.ts";

export interface ShownPlan {
  readonly plan: Plan;
  readonly service: string;
  /** Time of creation: RFC 3339, in UTC. */
  readonly time: string;
  readonly details: PlanDetails;
  readonly limits: readonly ExceededLimit[];
  readonly behaviours?: Behaviours | undefined;
}

/** The exports of a file in the folder `formats`: it prints a plan. */
export interface PlanFormat {
  readonly default: (shown: ShownPlan, verbose: boolean, terminal: Terminal) => void;
}
