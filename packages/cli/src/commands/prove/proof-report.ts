import type { AskedQuestion, Reached } from "@traffic-policy/policy-proof";
import type { NotChecked } from "@traffic-policy/report";
import type { AssertionRun } from "../../assertions/prove-assertion-files.ts";
import type { PolicyProof, PolicyRun } from "../../proving/prove-policies.ts";

export interface ProofReport extends AssertionRun, PolicyRun {
  /** Files that somebody may take for proved, and that were not looked at. */
  readonly notChecked?: readonly NotChecked[];
}

export function reachOf(policies: readonly PolicyProof[]): Reached[] {
  return policies.flatMap(({ reach = [] }) => reach.map(({ reached }) => reached));
}

export function failsOf(policies: readonly PolicyProof[]): Reached[] {
  return policies.flatMap(({ fails = [] }) => fails.map((one) => one.fails));
}

export function askedOf(policies: readonly PolicyProof[]): AskedQuestion[] {
  return policies.flatMap(({ asked = [] }) => asked);
}
