import type { CaseSettings, RuleReference } from "@traffic-policy/policy-engine";
import { Prover, type OpenAnswer, type Reached } from "@traffic-policy/policy-proof";
import type { PolicyUnderTest } from "../checks/policies-under-test.ts";
import type { Clock } from "../context.ts";

/** Whether there is an exchange for which an expression or an action fails. */
export interface Failure {
  readonly rule: RuleReference;
  /** JSON Pointer of the expression or the action. */
  readonly path: string;
  /** The expression, or the type of the action. */
  readonly text: string;
  readonly fails: Reached;
  /** Answers to open questions with which it does not fail for the exchange. */
  readonly dependsOn: readonly OpenAnswer[];
}

/** What asks about one policy. */
export type PolicyProver = Prover & { fails(): readonly Failure[] };

/** The provers of a run: one for a policy and each of the settings that it is asked about with. */
export class Provers {
  readonly #clock: Clock;
  readonly #timeLimit: number;
  readonly #provers = new Map<PolicyUnderTest, Map<string, PolicyProver>>();
  readonly #ends = new Map<PolicyUnderTest, number>();

  /** @param timeLimit - how long all questions about one policy may take, in milliseconds */
  constructor(clock: Clock, timeLimit: number) {
    this.#clock = clock;
    this.#timeLimit = timeLimit;
  }

  of(under: PolicyUnderTest, settings: CaseSettings): PolicyProver {
    const key = JSON.stringify(settings);
    const known = this.#provers.get(under) ?? new Map<string, PolicyProver>();
    this.#provers.set(under, known);
    let prover = known.get(key);
    if (prover === undefined) {
      const isOver = (): boolean => this.isOver(under);
      prover = new Prover(under.policy, { ...settings, budget: { isOver } }) as PolicyProver;
      known.set(key, prover);
    }
    return prover;
  }

  /** Whether the time for a policy is up; it begins when this is first asked. */
  isOver(under: PolicyUnderTest): boolean {
    const now = this.#clock.elapsed();
    const end = this.#ends.get(under) ?? now + this.#timeLimit;
    this.#ends.set(under, end);
    return now >= end;
  }
}
