import { basename, dirname, join } from "node:path";
import type { Files } from "@traffic-policy/policy-module";
import { suggestCases, type Suggestion } from "@traffic-policy/policy-proof";
import type { PolicyCase } from "@traffic-policy/policy-engine";
import type { JsonObject } from "@traffic-policy/policy-language";
import type { LoadedFile } from "../checks/load-file.ts";
import type { PolicyUnderTest } from "../checks/policies-under-test.ts";
import type { CaseFileReport } from "./run-case-files.ts";

export interface SuggestedCases {
  readonly under: PolicyUnderTest;
  /** The file that they are for, relative to the working directory. */
  readonly file: string;
  /** Whether there is no such file yet. */
  readonly isNew: boolean;
  readonly suggestions: readonly Suggestion[];
  /** The source of those that were found, ready to be pasted; empty without any. */
  readonly source: string;
}

/** Proposes cases for what is not covered of a policy. */
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
  const cases = casesOf(suggestions);
  const language = report?.language ?? "yaml";
  const source = report === undefined ? newCaseFile(cases) : caseSource(cases, language);
  return {
    under,
    file: report?.file ?? files.nameOf(newFileFor(under.file)),
    isNew: report === undefined,
    suggestions,
    source: cases.length === 0 ? "" : await source,
  };
}

/** The cases among suggestions. */
export function casesOf(suggestions: readonly Suggestion[]): PolicyCase[] {
  return suggestions.flatMap((one) => ("case" in one ? [one.case] : []));
}

/** Where requests of a file go: the root of the host of a URL. */
function baseOf(url: string | undefined): string | undefined {
  const [base] = /^https?:\/\/[^/?#]+/i.exec(url ?? "") ?? [];
  return base === undefined ? undefined : `${base}/`;
}

function newFileFor(policyFile: string): string {
  const name = basename(policyFile).replace(/(?:\.policy)?\.\w+$/, "");
  return join(dirname(policyFile), `${name}.cases.yaml`);
}

/** Cases as they are written in a file of a language: items of its list, ready to be pasted. */
export async function caseSource(
  cases: readonly PolicyCase[],
  language: LoadedFile["language"],
): Promise<string> {
  if (language === "yaml") {
    const { toYaml } = await import("@traffic-policy/policy-language/yaml");
    const texts = cases.map((one) =>
      toYaml([one] as unknown as JsonObject, { isForTerminal: true }),
    );
    return (await Promise.all(texts)).map((text) => indented(text.trimEnd())).join("\n\n");
  }
  return cases.map((one) => `${indented(objectSource(one, language))},`).join("\n");
}

/** A new file with cases. */
export async function newCaseFile(cases: readonly PolicyCase[]): Promise<string> {
  return `cases:\n${await caseSource(cases, "yaml")}`;
}

/** A value as it is written in a file of a language. */
export function objectSource(value: object, language: "code" | "json"): string {
  const json = JSON.stringify(value, null, 2);
  // A line of JSON only begins with a quote where there is a key.
  return language === "json" ? json : json.replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");
}

function indented(text: string): string {
  return text.replaceAll(/(?<![^\n])(?=[^\n])/g, "  ");
}
