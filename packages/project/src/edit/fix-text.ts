import {
  applyToJson,
  type FixedText as AppliedFixes,
  type SkipReason,
} from "@traffic-policy/policy-language";
import { isCode, isYaml } from "../policies/load-policy.ts";
import type { FixableFinding, FixedText, LintedFile } from "./fix-code.ts";

export type { FixableFinding, FixedText, LintedFile } from "./fix-code.ts";

/** Applies the fixes of findings to the text of a file; what it is written in is not loaded before. */
export async function fixText(
  linted: LintedFile,
  findings: readonly FixableFinding[],
): Promise<FixedText> {
  if (!isCode(linted.file)) return fixDocument(linted.file, linted.text, findings);
  const { fixCode } = await import("./fix-code.ts");
  return fixCode(linted, findings);
}

async function fixDocument(
  file: string,
  text: string,
  findings: readonly FixableFinding[],
): Promise<FixedText> {
  const candidates = findings.map((finding) => ({ finding, edits: finding.diagnostic.fix.edits }));
  type Candidate = (typeof candidates)[number];
  let apply: (text: string, fixes: readonly Candidate[]) => AppliedFixes<Candidate> = applyToJson;
  if (isYaml(file)) {
    ({ applyToYaml: apply } = await import("@traffic-policy/policy-language/yaml"));
  }
  const { text: fixed, applied, skipped } = apply(text, candidates);
  return {
    text: fixed,
    applied: applied.map(({ finding }) => finding),
    skipped: skipped.map(({ fix, reason }) => ({ finding: fix.finding, reason: reasons[reason] })),
  };
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
  shared: "an alias refers to the same value",
  "unusual-syntax": "it is written in a way that cannot be changed exactly",
  comment: "a comment could be lost",
  unverified: "the result would not be exactly what is intended",
};
