import type { CompiledPolicy, Outcome } from "@traffic-policy/policy-engine";
import { Refusal } from "./refusal.ts";

/** What is drawn beside a policy: an exchange in one line, and what the policy does to it. */
export interface DrawnExchange {
  readonly exchange: string;
  /** With a trace. */
  readonly outcome: Outcome;
}

/**
 * The picture of a policy as SVG text.
 *
 * @throws Refusal as long as the engine draws nothing
 */
export function drawingOf(_policy: CompiledPolicy, _exchange?: DrawnExchange): string {
  throw new Refusal({ message: "Drawing is not there yet." });
}
