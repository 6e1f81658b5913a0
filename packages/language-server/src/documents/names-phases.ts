import { namesPhase } from "@traffic-policy/policy-language";

/** Whether a text may be one of phases: it names one, or imports what builds them. */
export function namesPhases(text: string): boolean {
  return namesPhase(text) || importsPhases(text);
}

/** Whether code imports what builds policies of phases. */
export function importsPhases(text: string): boolean {
  return /["'](?:@traffic-policy\/policy-builder|traffic-policy)\/phases["']/.test(text);
}
