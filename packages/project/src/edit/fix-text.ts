import type { SkipReason } from "@traffic-policy/policy-language";
import { isCode } from "../policies/load-policy.ts";
import { applierOf } from "./applier.ts";
import type { FixableFinding, FixedText, LintedFile } from "./fix-code.ts";

export { placeNamed, placePolicy, type PlacedPolicy } from "./placed-policy.ts";
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

/** Applies fixes to all policies of a file at once: reading it again for each would take long. */
async function fixDocument(
  { file, text, policies, files }: LintedFile,
  findings: readonly FixableFinding[],
): Promise<FixedText> {
  const apply = await applierOf(file);
  const elsewhere: { finding: FixableFinding; reason: string }[] = [];
  const candidates = findings.flatMap((finding) => {
    const policy = policies[finding.policy]?.source;
    if (policy === undefined || policy.file === files.nameOf(file)) {
      return [{ finding, edits: finding.diagnostic.fix.edits, policy }];
    }
    elsewhere.push({ finding, reason: `it is in ${policy.file}` });
    return [];
  });
  const { text: fixed, applied, skipped } = apply(text, candidates);
  return {
    text: fixed,
    applied: applied.map(({ finding }) => finding),
    skipped: [
      ...elsewhere,
      ...skipped.map(({ fix: { finding }, reason }) => ({ finding, reason: reasons[reason] })),
    ],
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
  generated: "the policy is a text in the output of another program",
  shared: "an alias refers to the same value",
  "unusual-syntax": "it is written in a way that cannot be changed exactly",
  comment: "a comment could be lost",
  unverified: "the result would not be exactly what is intended",
};
