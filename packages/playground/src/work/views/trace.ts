import type { CompiledPolicy, Outcome } from "@traffic-policy/policy-engine";
import { shownSections } from "@traffic-policy/policy-engine/report";
import type { PolicySource } from "@traffic-policy/policy-language";
import { placed } from "../document.ts";
import type { TracedSection } from "../messages.ts";

/** Maximum lengths of texts, in characters. */
const limits = { name: 200, expression: 1000, value: 200, note: 300 };

export function tracedSections(
  outcome: Outcome,
  policy: CompiledPolicy,
  source: PolicySource,
): TracedSection[] {
  return shownSections(outcome, policy, {
    limits,
    placed: (path, span) => placed(source, path, span),
  });
}
