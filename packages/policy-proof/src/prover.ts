import type { CompiledPolicy } from "@traffic-policy/policy-engine";
import { Inquiry, type ProofOptions } from "./inquiry.ts";
import { ReachSearch, type TargetReach } from "./reach.ts";
import { Replay } from "./witness/replay.ts";

/**
 * Says what a policy does to every exchange. Each exchange that it shows has been tried; what it says of all
 * exchanges is proved; and what it does not know, it says.
 */
export class Prover {
  readonly #inquiry: Inquiry;
  readonly #replay: Replay;

  /** @param options - answers to what the documentation of the service leaves open, stubs, and a budget */
  constructor(policy: CompiledPolicy, options: ProofOptions = {}) {
    this.#inquiry = new Inquiry([policy], options);
    this.#replay = new Replay(policy, options);
  }

  /** For each rule, expression and operand: an exchange that reaches it, or that there is none. */
  reach(): TargetReach[] {
    return new ReachSearch(this.#inquiry, this.#replay).all();
  }
}
