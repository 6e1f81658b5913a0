import type { Diagnostic } from "@traffic-policy/policy-language";
import { withWitnesses } from "@traffic-policy/policy-lint";
import type { Files } from "@traffic-policy/project";
import type { Claims } from "./claimed-policy.ts";

/** Examples of more findings than these nobody reads, and each takes as long as linting a policy. */
const mostShown = 20;

/**
 * The findings that an exchange is searched for: the first errors and warnings that claim something. For an info alone,
 * loading the prover would take longer than linting.
 */
export function claimsToShow(
  diagnostics: readonly Diagnostic[],
  claims: Claims,
): ReadonlySet<Diagnostic> {
  const worth = diagnostics.filter((finding) => finding.severity !== "info" && claims.has(finding));
  return new Set(worth.slice(0, mostShown));
}

/** The same findings, those that are asked for with the exchanges that show them, as far as these are found. */
export async function shownByExchanges(
  diagnostics: readonly Diagnostic[],
  asked: ReadonlySet<Diagnostic>,
  options: {
    readonly claims: Claims;
    readonly files: Files;
    /** Whether the result is no longer wanted. */
    readonly isOutdated?: () => boolean;
  },
): Promise<readonly Diagnostic[]> {
  // The engine and the prover are loaded only where there is something to show.
  if (asked.size === 0) return diagnostics;
  const { LintWitnesses } = await import("./lint-witnesses.ts");
  return withWitnesses(diagnostics, asked, new LintWitnesses(options));
}
