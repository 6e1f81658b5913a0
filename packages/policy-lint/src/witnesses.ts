import type { Diagnostic, JsonValue, Witness } from "@traffic-policy/policy-language";
import { findSecrets, looksRandom } from "./analysis/secret/find-secrets.ts";
import { strings } from "./nodes/action-node.ts";

/** Finds exchanges that show what findings say. */
export interface LintProver {
  /** An exchange for which what a finding claims is so: it was replayed. Nothing when none is known. */
  witness(
    finding: Diagnostic & { readonly claim: NonNullable<Diagnostic["claim"]> },
  ): Witness | undefined;
}

/**
 * Findings with the exchanges that show what they claim, as far as these are known; none that a secret of the
 * policy is in.
 */
export function withWitnesses(
  diagnostics: readonly Diagnostic[],
  prover: LintProver,
): Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    const { claim, ...finding } = diagnostic;
    if (claim === undefined) return diagnostic;
    const witness = prover.witness({ ...diagnostic, claim });
    return { ...finding, ...(witness && !holdsSecret(witness) && { witness }) };
  });
}

function holdsSecret({ exchange }: Witness): boolean {
  return strings(exchange as JsonValue, "").some(([, text]) => {
    const parts = /^https?:/.test(text) ? text.split(/[/?&=]/) : [text];
    return findSecrets(text).length > 0 || parts.some(looksRandom);
  });
}
