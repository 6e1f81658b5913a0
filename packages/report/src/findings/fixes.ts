import type { Diagnostic } from "@traffic-policy/policy-language";
import type { FixReport, LintReport } from "../report.ts";

export function fixText(diagnostic: Diagnostic, fixes: FixReport | undefined): string | undefined {
  const { fix } = diagnostic;
  if (fix === undefined) return undefined;
  const reason = reasonAgainst(diagnostic, fixes);
  if (reason !== undefined) return `${fix.title} (not done: ${reason})`;
  const option = fix.safe ? "safe, with --fix" : "unsafe, with --fix-unsafe";
  const condition = isInCode(diagnostic) ? ", if the text is in this call" : "";
  return `${fix.title} (${option}${condition})`;
}

export function fixSummary({ diagnostics, fixes }: LintReport): string[] {
  const lines: string[] = [];
  if (fixes !== undefined && fixes.fixed > 0) lines.push(fixedText(fixes));
  const left = fixes?.left.length ?? 0;
  if (left === 1) lines.push("1 fix was not applied; the finding says why.");
  if (left > 1) lines.push(`${left} fixes were not applied; the findings say why.`);
  const possible = diagnostics.filter(
    (diagnostic) => diagnostic.fix && reasonAgainst(diagnostic, fixes) === undefined,
  );
  const safe = possible.filter(({ fix }) => fix?.safe === true).length;
  const unsafe = possible.length - safe;
  if (possible.length === 0) return lines;
  const condition = possible.every(isInCode)
    ? ", if the text is in the call"
    : possible.some(isInCode)
      ? ", in code if the text is in the call"
      : "";
  const parts = [
    ...(safe > 0 ? [`${safe} can be fixed with --fix`] : []),
    ...(unsafe > 0 ? [`${unsafe} ${safe > 0 ? "more" : "can be fixed"} with --fix-unsafe`] : []),
  ];
  return [...lines, `${parts.join(", ")}${condition}.`];
}

/** How many findings were fixed, or would be in a dry run, and in how many files. */
export function fixedText({ fixed, files }: FixReport): string {
  const isDry = files.some(({ diff }) => diff !== undefined);
  const findings = fixed === 1 ? "1 finding" : `${fixed} findings`;
  const where = files.length === 1 ? "1 file" : `${files.length} files`;
  return `${findings} ${isDry ? "would be fixed" : "fixed"} in ${where}.`;
}

function reasonAgainst(
  { rule, message, path, location }: Diagnostic,
  fixes: FixReport | undefined,
): string | undefined {
  return fixes?.left.find(
    (other) =>
      other.rule === rule &&
      other.message === message &&
      other.path === path &&
      other.location?.file === location?.file,
  )?.reason;
}

/** In code, the position of a finding is a call, while its subject may be elsewhere. */
function isInCode({ location }: Diagnostic): boolean {
  return isCodeFile(location?.file ?? "");
}

export function isCodeFile(file: string): boolean {
  return /\.m?[tj]s$/.test(file);
}
