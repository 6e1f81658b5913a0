import type { AskedQuestion, Reached } from "@traffic-policy/policy-proof";
import type { AssertionRun } from "../../assertions/prove-assertion-files.ts";
import type { PolicyProof, PolicyRun } from "../../proving/prove-policies.ts";

/** All that there is to report: of assertions, or of policies without them. */
export type ProofReport = AssertionRun & PolicyRun;

/** What is known of a policy's parts, of all policies together. */
export function reachOf(policies: readonly PolicyProof[]): Reached[] {
  return policies.flatMap(({ reach = [] }) => reach.map(({ reached }) => reached));
}

/** The same of what may fail. */
export function failsOf(policies: readonly PolicyProof[]): Reached[] {
  return policies.flatMap(({ fails = [] }) => fails.map((one) => one.fails));
}

/** The questions of all policies together. */
export function askedOf(policies: readonly PolicyProof[]): AskedQuestion[] {
  return policies.flatMap(({ asked = [] }) => asked);
}
