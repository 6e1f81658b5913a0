import { getHeapStatistics } from "node:v8";
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
  readonly #memory: () => number;
  /** When the time of the next policy begins that is asked about. */
  #begin: number;
  #looks = 0;
  #isFull = false;

  /**
   * @param timeLimit - how long all questions about one policy may take, in milliseconds, what it takes to load it included
   * @param onLook - called often while a proof about a policy goes on
   * @param memory - the part of the memory that is in use, of all that the engine may take
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

  /** Whether the time for a policy is up, or the memory for all of them. */
  isOver(under: PolicyUnderTest): boolean {
    return this.isOverTime(under) || this.#isOverMemory();
  }

  /** Whether the time for a policy is up; it begins when nothing more is asked about the one before. */
  isOverTime(under: PolicyUnderTest): boolean {
    this.#onLook?.(under);
    const now = this.#clock.elapsed();
    const end = getOrAdd(this.#ends, under, () => this.#begin + this.#timeLimit);
    this.#begin = now;
    return now >= end;
  }

  /** The engine would end the process when it has none left. */
  #isOverMemory(): boolean {
    this.#looks += 1;
    if (this.#looks % looksOfMemory === 1) this.#isFull = this.#memory() > mostMemory;
    return this.#isFull;
  }
}

/** How much of its memory proofs leave to the rest of a run. */
const mostMemory = 0.7;
/** At every which look it is asked for. */
const looksOfMemory = 16;

function usedMemory(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / limit;
}
