import { basename, dirname, join } from "node:path";
import type { Files } from "@traffic-policy/project";
import { suggestCases, type Suggestion } from "@traffic-policy/policy-proof";
import type { PolicyCase } from "@traffic-policy/policy-engine";
import { caseSource, newCaseFile } from "@traffic-policy/policy-engine/formats";
import type { PolicyUnderTest } from "../checks/policies-under-test.ts";
import type { CaseFileReport } from "./run-case-files.ts";

export interface SuggestedCases {
  readonly under: PolicyUnderTest;
  /** The file that the cases belong to, relative to the working directory. */
  readonly file: string;
  readonly isNew: boolean;
  readonly cases: readonly PolicyCase[];
  readonly source: string;
  readonly suggestions: readonly Suggestion[];
}

export async function suggestFor(
  under: PolicyUnderTest,
  reports: readonly CaseFileReport[],
  files: Files,
): Promise<SuggestedCases | undefined> {
  if (under.coverage === undefined) return undefined;
  const report = reports.find(({ policies }) => policies.includes(under));
  const url = baseOf(report?.url);
  const { environment } = under;
  const suggestions = suggestCases(under.policy, under.coverage, {
    ...report?.settings,
    ...(url !== undefined && { url }),
  }).map((one): Suggestion => {
    // Elsewhere the policy is another one.
    if (environment === undefined || !("case" in one)) return one;
    return { ...one, case: { ...one.case, environments: [environment] } };
  });
  if (suggestions.length === 0) return undefined;
  const cases = suggestions.flatMap((one) => ("case" in one ? [one.case] : []));
  const language = report?.language ?? "yaml";
  const source = report === undefined ? newCaseFile(cases) : caseSource(cases, language);
  return {
    under,
    file: report?.file ?? files.nameOf(newFileFor(under.file)),
    isNew: report === undefined,
    cases,
    source: cases.length === 0 ? "" : await source,
    suggestions,
  };
}

function baseOf(url: string | undefined): string | undefined {
  const [base] = /^https?:\/\/[^/?#]+/i.exec(url ?? "") ?? [];
  return base === undefined ? undefined : `${base}/`;
}

function newFileFor(policyFile: string): string {
  const name = basename(policyFile).replace(/(?:\.policy)?\.\w+$/, "");
  return join(dirname(policyFile), `${name}.cases.yaml`);
}
