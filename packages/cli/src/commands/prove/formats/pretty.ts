import { printable } from "@traffic-policy/policy-language";
import { assertionsText, countAssertions } from "@traffic-policy/policy-proof/report";
import type { AssertionFileReport } from "../../../assertions/prove-assertion-files.ts";
import type { Style } from "../../../context.ts";
import { assertionDetails, assertionHead } from "../assertion-lines.ts";
import { policyLines } from "../policy-lines.ts";
import { summaryText, type ProofReport, type ProofView } from "../proof-report.ts";

/** Proofs for people: each file with its assertions, each policy with its rules, and a summary. */
export default async function prettyReport(
  report: ProofReport,
  { all, style }: ProofView,
): Promise<string> {
  const files = await Promise.all(report.files.map((file) => fileLines(file, style)));
  const policies = report.policies.map((proof) => policyLines(proof, all, style));
  const lines = [...files, ...policies].flatMap((own) => [...own, ""]);
  return [...lines, summaryText(report, style)].map((line) => `${line.trimEnd()}\n`).join("");
}

async function fileLines(file: AssertionFileReport, style: Style): Promise<string[]> {
  const [under] = file.policies;
  const counts = countAssertions(file.assertions);
  const name = style.bold(printable(file.file));
  const about = style.dim(`for ${printable(under.source.file)}`);
  const assertions = await Promise.all(
    file.assertions.map(async (one) => [
      `  ${assertionHead(one, file, style)}`,
      ...(await assertionDetails(one, file, style)).map((line) => `      ${line}`),
    ]),
  );
  return [`${name}  ${about}  ${assertionsText(counts, style)}`, ...assertions.flat()];
}
