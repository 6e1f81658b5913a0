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
  readonly #onLook: ((under: PolicyUnderTest) => void) | undefined;
  /** When the time of the next policy begins that is asked about. */
  #begin: number;

  /**
   * @param timeLimit - how long all questions about one policy may take, in milliseconds, what it takes to load it included
   * @param onLook - called often while a proof about a policy goes on
   */
  constructor(clock: Clock, timeLimit: number, onLook?: (under: PolicyUnderTest) => void) {
    this.#onLook = onLook;
    this.#clock = clock;
    this.#timeLimit = timeLimit;
    this.#begin = clock.elapsed();
  }

  /** What came before does not count: code has run, for which there is another limit. */
  startOver(): void {
    this.#begin = this.#clock.elapsed();
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

  /** Whether the time for a policy is up; it begins when nothing more is asked about the one before. */
  isOver(under: PolicyUnderTest): boolean {
    this.#onLook?.(under);
    const now = this.#clock.elapsed();
    const end = getOrAdd(this.#ends, under, () => this.#begin + this.#timeLimit);
    this.#begin = now;
    return now >= end;
  }
}
