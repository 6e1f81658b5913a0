import type { Fault, FaultScript } from "./fault.ts";
import type { OperationName } from "../operations/operation-names.ts";

/** A script of faults, and how far it is. */
export class RunningScript {
  readonly #faults: readonly RunningFault[];

  constructor({ seed = 1, faults }: FaultScript) {
    // Each has numbers of its own, so that none changes what happens to another.
    this.#faults = faults.map((fault, index) => new RunningFault(fault, random(seed + index)));
  }

  /** What goes wrong with the next request. A fault also counts requests that another one took. */
  next(operation: OperationName | undefined): Fault | undefined {
    let first: RunningFault | undefined;
    for (const running of this.#faults) if (running.isDue(operation)) first ??= running;
    first?.happen();
    return first?.fault;
  }
}

class RunningFault {
  readonly fault: Fault;
  readonly #random: () => number;
  #requests = 0;
  #happened = 0;

  constructor(fault: Fault, numbers: () => number) {
    this.fault = fault;
    this.#random = numbers;
  }

  isDue(operation: OperationName | undefined): boolean {
    const { on, after = 0, times = Infinity, probability = 1 } = this.fault;
    if (on !== undefined && ![on].flat().some((name) => name === operation)) return false;
    this.#requests += 1;
    return this.#requests > after && this.#random() < probability && this.#happened < times;
  }

  happen(): void {
    this.#happened += 1;
  }
}

/** Numbers from 0 to below 1 that follow from a seed: the generator `mulberry32`. */
function random(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
