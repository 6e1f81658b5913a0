import type { Diagnostic, JsonValue, Witness } from "@traffic-policy/policy-language";
import { findSecrets, looksRandom } from "@traffic-policy/policy-language/secrets";
import { strings } from "./nodes/action-node.ts";

/** Finds exchanges that show what findings say. */
export interface LintProver {
  /** An exchange for which what a finding claims is so: it was replayed. Nothing when none is known. */
  witness(finding: Diagnostic): Promise<Witness | undefined>;
}

/**
 * Findings with the exchanges that show what they claim, as far as these are known; none that a secret of the
 * policy is in.
 *
 * @param asked - the findings that an exchange is looked for
 */
export async function withWitnesses(
  diagnostics: readonly Diagnostic[],
  asked: ReadonlySet<Diagnostic>,
  prover: LintProver,
): Promise<Diagnostic[]> {
  const shown: Diagnostic[] = [];
  for (const diagnostic of diagnostics) {
    const witness = asked.has(diagnostic) ? await prover.witness(diagnostic) : undefined;
    shown.push(witness && !holdsSecret(witness) ? { ...diagnostic, witness } : diagnostic);
  }
  return shown;
}

function holdsSecret({ exchange }: Witness): boolean {
  return strings(exchange as JsonValue, "").some(([, text]) => {
    const parts = /^https?:/.test(text) ? text.split(/[/?&=]/) : [text];
    return findSecrets(text).length > 0 || parts.some(looksRandom);
  });
}
