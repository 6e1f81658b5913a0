import type { CaseSettings } from "@traffic-policy/policy-engine";
import { getOrAdd } from "@traffic-policy/policy-language";
import { Prover } from "@traffic-policy/policy-proof";
import type { PolicyUnderTest } from "../checks/policies-under-test.ts";
import type { Clock } from "../context.ts";

/** The provers of a run: one for a policy and each of the settings that it is asked about with. */
export class Provers {
  readonly #clock: Clock;
  readonly #timeLimit: number;
  readonly #provers = new Map<PolicyUnderTest, Map<string, Prover>>();
  readonly #ends = new Map<PolicyUnderTest, number>();

  /** @param timeLimit - how long all questions about one policy may take, in milliseconds */
  constructor(clock: Clock, timeLimit: number) {
    this.#clock = clock;
    this.#timeLimit = timeLimit;
  }

  of(under: PolicyUnderTest, settings: CaseSettings): Prover {
    const known = getOrAdd(this.#provers, under, () => new Map<string, Prover>());
    const isOver = (): boolean => this.isOver(under);
    return getOrAdd(
      known,
      JSON.stringify(settings),
      () => new Prover(under.policy, { ...settings, budget: { isOver } }),
    );
  }

  /** Whether the time for a policy is up; it begins when this is first asked. */
  isOver(under: PolicyUnderTest): boolean {
    const now = this.#clock.elapsed();
    const end = this.#ends.get(under) ?? now + this.#timeLimit;
    this.#ends.set(under, end);
    return now >= end;
  }
}
