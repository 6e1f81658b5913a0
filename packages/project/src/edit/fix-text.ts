import { applyToJson, type SkipReason } from "@traffic-policy/policy-language";
import { isCode, isYaml } from "../policies/load-policy.ts";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { FixableFinding, FixedText, LintedFile } from "./fix-code.ts";

export { placePolicy, type PlacedPolicy } from "./placed-policy.ts";
export type { FixableFinding, FixedText, LintedFile } from "./fix-code.ts";

/** Applies the fixes of findings to the text of a file; what it is written in is not loaded before. */
export async function fixText(
  linted: LintedFile,
  findings: readonly FixableFinding[],
): Promise<FixedText> {
  if (!isCode(linted.file)) return fixDocument(linted, findings);
  const { fixCode } = await import("./fix-code.ts");
  return fixCode(linted, findings);
}

/** Applies fixes policy by policy: a change of one leaves the paths into the others as they are. */
async function fixDocument(
  { file, text, policies, files }: LintedFile,
  findings: readonly FixableFinding[],
): Promise<FixedText> {
  const apply = isYaml(file)
    ? (await import("@traffic-policy/policy-language/yaml")).applyToYaml
    : applyToJson;
  const byPolicy = new Map<number, FixableFinding[]>();
  for (const finding of findings) getOrAdd(byPolicy, finding.policy, () => []).push(finding);
  const applied: FixableFinding[] = [];
  const skipped: FixedText["skipped"][number][] = [];
  let fixed = text;
  for (const [policy, own] of byPolicy) {
    const source = policies[policy]?.source;
    if (source !== undefined && source.file !== files.nameOf(file)) {
      skipped.push(...own.map((finding) => ({ finding, reason: `it is in ${source.file}` })));
      continue;
    }
    const candidates = own.map((finding) => ({ finding, edits: finding.diagnostic.fix.edits }));
    const result = apply(fixed, candidates, source);
    fixed = result.text;
    applied.push(...result.applied.map(({ finding }) => finding));
    skipped.push(
      ...result.skipped.map(({ fix: { finding }, reason }) => ({
        finding,
        reason: reasons[reason],
      })),
    );
  }
  return { text: fixed, applied, skipped };
}

const reasons: Readonly<Record<SkipReason, string>> = {
  unreadable: "the errors of the file must be fixed first",
  "no-such-place": "what it changes does not exist",
  "key-taken": "the key already exists",
  contradictory: "its changes contradict each other",
  "not-json": "its new value is not JSON",
  "no-change": "it changes nothing",
  overlap: "another fix changes it",
  "several-policies": "the file holds several policies",
  generated: "the policy is a text in the output of another program",
  shared: "an alias refers to the same value",
  "unusual-syntax": "it is written in a way that cannot be changed exactly",
  comment: "a comment could be lost",
  unverified: "the result would not be exactly what is intended",
};
