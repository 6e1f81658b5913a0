import {
  type FoldedLines,
  literalCode,
  markdownTable,
  shareOfComment,
  withFolded,
} from "@traffic-policy/report";
import {
  askedText,
  assertionsText,
  countAsked,
  countAssertions,
  countReached,
  failsText,
  reachText,
} from "@traffic-policy/policy-proof/report";
import type { AssertionFileReport } from "../../../assertions/prove-assertion-files.ts";
import type { PolicyProof } from "../../../proving/prove-policies.ts";
import { counted, visible } from "../../../report/text.ts";
import { withoutColors } from "@traffic-policy/report";
import { assertionDetails, assertionHead } from "../assertion-lines.ts";
import { policyLines, policyName } from "../policy-lines.ts";
import { failsOf, reachOf, summaryText, type ProofReport } from "../proof-report.ts";

/** What each of the two tables takes of a comment at most, so that there is room for details. */
const longestTable = 4_000;

const longestMessage = 500;

/**
 * Proofs for a comment on a pull request: how each file and each policy came out, as tables, and what is not
 * proved in parts that open. What does not fit is left out, and said to be.
 */
export default async function markdownReport(report: ProofReport): Promise<string> {
  const { files, policies, failures } = report;
  const tables = [
    markdownTable(
      ["assertions", "policy", "result"],
      [...failures.map(failureCells), ...files.map(fileCells)],
      { noun: "file", longest: longestTable },
    ),
    markdownTable(["policy", "result"], policies.map(policyCells), {
      noun: "policy",
      longest: longestTable,
    }),
  ].filter((table) => table !== "");
  const text = ["### Proofs\n", `${summaryText(report)}\n`, ...tables].join("\n");
  const details = await Promise.all(files.map(unproved));
  const parts = [...details.flat(), ...policies.flatMap(found)];
  return withFolded(
    text,
    parts,
    shareOfComment.prove,
    (left) =>
      `The details of ${counted(left, "file")} are omitted, because this would be too long for a comment. \`traffic-policy prove\` shows them.`,
  );
}

function failureCells({ file, error }: ProofReport["failures"][number]): string[] {
  const message = literalCode(error.message, longestMessage);
  return [literalCode(file), "", `**not proved**: ${message}`];
}

function fileCells({ file, policies: [under], assertions }: AssertionFileReport): string[] {
  const counts = countAssertions(assertions);
  const text = assertionsText(counts);
  const isGood = counts.proved === assertions.length;
  return [literalCode(file), literalCode(under.source.file), isGood ? text : `**${text}**`];
}

function policyCells(proof: PolicyProof): string[] {
  const { under, reach, fails, asked } = proof;
  const texts = [
    ...(reach === undefined ? [] : [reachText(countReached(reachOf([proof])))]),
    ...(fails === undefined ? [] : [failsText(countReached(failsOf([proof])))]),
    ...(asked === undefined ? [] : [askedText(countAsked(asked))]),
  ];
  return [literalCode(policyName(under)), texts.join("; ")];
}

async function unproved(file: AssertionFileReport): Promise<FoldedLines[]> {
  const lines = await Promise.all(
    file.assertions.map(async (one) => {
      const details = await assertionDetails(one, file, withoutColors);
      if (details.length === 0) return [];
      return [assertionHead(one, file, withoutColors), ...details.map((line) => `    ${line}`), ""];
    }),
  );
  if (lines.flat().length === 0) return [];
  const heading = `${literalCode(file.file)}: what is not proved`;
  return [{ heading, lines: lines.flat().slice(0, -1).map(visible), language: "text" }];
}

function found(proof: PolicyProof): FoldedLines[] {
  const lines = policyLines(proof, false, withoutColors);
  const heading = `${literalCode(policyName(proof.under))}: what was found`;
  return [{ heading, lines: lines.map(visible), language: "text" }];
}
