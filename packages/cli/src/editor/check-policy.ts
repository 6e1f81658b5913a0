import type { Checked } from "@traffic-policy/language-server";
import type { Protocol } from "@traffic-policy/policy-language";
import { protocolsOfTargets, targetsHolding } from "@traffic-policy/project/selection";
import { claimsToShow, shownByExchanges } from "../lint/claims.ts";
import { configuredBaseline, readBaseline } from "../lint/baseline.ts";
import { lintFiles, type LintedFiles } from "../lint/lint-files.ts";
import type { Context } from "../context.ts";
import { FoundByFile } from "./findings.ts";
import type { EditorScope } from "./scopes.ts";
import type { WorkspaceTexts } from "./workspace-texts.ts";

export interface DocumentCheck {
  readonly uri: string;
  /** Absolute path. */
  readonly file: string;
  readonly scope: EditorScope;
  readonly texts: WorkspaceTexts;
  /** With the files as the editor has them. */
  readonly context: Context;
  readonly isOutdated: () => boolean;
}

/**
 * Runs the checks of `lint` on a policy.
 *
 * @param isQuick - skips the search for exchanges that demonstrate a finding
 */
export async function checkPolicy(
  check: DocumentCheck,
  { isQuick }: { readonly isQuick: boolean },
): Promise<Checked> {
  const { uri, file, scope, texts, context, isOutdated } = check;
  const { files } = context;
  const found = new FoundByFile(uri, texts, files);
  const { report, claims } = await lintOne(check);
  scope.ownRules.rest();
  const asked = claimsToShow(report.diagnostics, claims);
  const isPartial = isQuick && asked.size > 0;
  const diagnostics = isQuick
    ? report.diagnostics
    : await shownByExchanges(report.diagnostics, asked, { claims, files, isOutdated });
  for (const diagnostic of diagnostics) found.addDiagnostic(diagnostic, file);
  for (const failure of report.failures) found.addFailure(failure);
  const protocols = protocolsOf(file, scope);
  return {
    findings: found.findings,
    ...(protocols.length > 0 && { protocols, isPolicy: true }),
    ...(isPartial && { isPartial }),
  };
}

export function lintOne(
  { file, scope, context }: DocumentCheck,
  { keepPolicies = false }: { readonly keepPolicies?: boolean } = {},
): Promise<LintedFiles> {
  const { environments, ownRules } = scope;
  const { files } = context;
  const known = configuredBaseline(environments[0]);
  const options = {
    environments,
    ownRules,
    keepPolicies,
    ...(known !== undefined && { baseline: readBaseline(known, files) }),
    step: () => undefined,
  };
  return lintFiles([file], options, context);
}

export function protocolsOf(file: string, { environments }: EditorScope): Protocol[] {
  return protocolsOfTargets(targetsHolding(file, environments));
}
