import type { Diagnostic } from "@traffic-policy/policy-language";
import { withWitnesses } from "@traffic-policy/policy-lint/internal";
import type { Files } from "@traffic-policy/project";
import type { Claims } from "./claimed-policy.ts";

/** Nobody reads more examples than this, and each takes as long as linting a policy. */
const mostShown = 20;

/**
 * Selects the findings for which an exchange is searched: the first errors and warnings that allow it. For infos
 * alone, loading the prover would take longer than linting.
 */
export function claimsToShow(
  diagnostics: readonly Diagnostic[],
  claims: Claims,
): ReadonlySet<Diagnostic> {
  const worth = diagnostics.filter((finding) => finding.severity !== "info" && claims.has(finding));
  return new Set(worth.slice(0, mostShown));
}

export async function shownByExchanges(
  diagnostics: readonly Diagnostic[],
  asked: ReadonlySet<Diagnostic>,
  options: {
    readonly claims: Claims;
    readonly files: Files;
    readonly isOutdated?: () => boolean;
  },
): Promise<readonly Diagnostic[]> {
  // The engine and the prover are loaded only where there is something to show.
  if (asked.size === 0) return diagnostics;
  const { LintWitnesses } = await import("./lint-witnesses.ts");
  return withWitnesses(diagnostics, asked, new LintWitnesses(options));
}
