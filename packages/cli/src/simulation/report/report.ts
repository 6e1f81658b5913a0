import type { BehaviourOptions, CompiledPolicy } from "@traffic-policy/policy-engine";
import type { PolicySource } from "@traffic-policy/policy-language";
import type { FailedSimulation, Simulation } from "../simulation.ts";

/** What there is to report of a simulation. */
export interface SimulationReport {
  readonly source: PolicySource;
  readonly policy: CompiledPolicy;
  /** The answers that were given to open questions. */
  readonly behaviour: Partial<BehaviourOptions>;
  readonly simulations: readonly (Simulation | FailedSimulation)[];
}
