import type { ExceededLimit, Plan } from "@traffic-policy/api";
import type { Behaviours } from "../../behaviour/behaviour.ts";
import type { Terminal } from "../../context.ts";
import type { PlanDetails } from "../../deploying/plan-details.ts";

/** All that is shown of a plan: the same when it is made and when it was saved. */
export interface ShownPlan {
  readonly plan: Plan;
  /** The base URL of the service. */
  readonly service: string;
  /** When it was made: RFC 3339, in UTC. */
  readonly time: string;
  readonly details: PlanDetails;
  /** The limits because of which `deploy` would refuse it. */
  readonly limits: readonly ExceededLimit[];
  /** Whether targets do what they did before, by their names; left out when nobody asked. */
  readonly behaviours?: Behaviours | undefined;
}

/** What a file of the folder `formats` exports: it prints a plan. */
export interface PlanFormat {
  readonly default: (shown: ShownPlan, verbose: boolean, terminal: Terminal) => void;
}
