import { getHeapStatistics } from "node:v8";
import type { CaseSettings } from "@traffic-policy/policy-engine";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import { Prover } from "@traffic-policy/policy-proof";
import type { PolicyUnderTest } from "../checks/policies-under-test.ts";
import type { Clock } from "../context.ts";

/** The provers of a run: one for each combination of policy and settings. */
export class Provers {
  readonly #clock: Clock;
  readonly #timeLimit: number;
  readonly #provers = new Map<PolicyUnderTest, Map<string, Prover>>();
  readonly #ends = new Map<PolicyUnderTest, number>();
  readonly #onLook: ((under: PolicyUnderTest) => void) | undefined;
  readonly #memory: () => number;
  #begin: number;
  #looks = 0;
  #isFull = false;

  /**
   * @param timeLimit - milliseconds for all questions about a policy, including loading it
   * @param onLook - called often during a proof
   * @param memory - the used share of the engine's memory limit
   */
  constructor(
    clock: Clock,
    timeLimit: number,
    onLook?: (under: PolicyUnderTest) => void,
    memory = usedMemory,
  ) {
    this.#onLook = onLook;
    this.#memory = memory;
    this.#clock = clock;
    this.#timeLimit = timeLimit;
    this.#begin = clock.elapsed();
  }

  /** Restarts the time, because earlier code has its own limit. */
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

  isOver(under: PolicyUnderTest): boolean {
    return this.isOverTime(under) || this.#isOverMemory();
  }

  /** True when the time for a policy is up. It starts when the previous policy is finished. */
  isOverTime(under: PolicyUnderTest): boolean {
    this.#onLook?.(under);
    const now = this.#clock.elapsed();
    const end = getOrAdd(this.#ends, under, () => this.#begin + this.#timeLimit);
    this.#begin = now;
    return now >= end;
  }

  /** Checked because the engine ends the process when it runs out of memory. */
  #isOverMemory(): boolean {
    this.#looks += 1;
    if (this.#looks % looksOfMemory === 1) this.#isFull = this.#memory() > mostMemory;
    return this.#isFull;
  }
}

/** The share of memory that proofs may use; the rest of the run needs the remainder. */
const mostMemory = 0.7;
/** Memory is measured once in this number of time checks. */
const looksOfMemory = 16;

function usedMemory(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / limit;
}
