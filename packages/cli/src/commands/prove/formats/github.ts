import type { SourceRange } from "@traffic-policy/policy-language";
import { forLog } from "@traffic-policy/project";
import { type FormatTraits, workflowCommand } from "@traffic-policy/report";
import { exchangeTitle } from "@traffic-policy/policy-engine/report";
import {
  assertionsText,
  byRule,
  countAssertions,
  questionText,
  unreachedOf,
} from "@traffic-policy/policy-proof/report";
import type { Failure, QuestionFinding, Reached } from "@traffic-policy/policy-proof";
import type {
  AssertionFileReport,
  AssertionReport,
} from "../../../assertions/prove-assertion-files.ts";
import type { Style } from "../../../context.ts";
import type { PolicyProof } from "../../../proving/prove-policies.ts";
import { commandPlace, failureCommand } from "../../../report/github.ts";
import { assertionDetails, assertionHead, assertionText } from "../assertion-lines.ts";
import { locationOf } from "../evidence-lines.ts";
import { failureQuestion, failureText, policyLines, policyName } from "../policy-lines.ts";
import { summaryText, type ProofReport, type ProofView } from "../proof-report.ts";

import { exampleTexts, findingText } from "../question-lines.ts";

type Naming = (file: string) => string;

/**
 * Workflow commands of GitHub Actions: a group an assertion file or a policy, and an annotation for each assertion
 * that is not proved, for each part that is never reached or fails, for each finding of a question, and for each file that could not be proved.
 */
export default async function githubReport(
  report: ProofReport,
  { all, style, nameOf }: ProofView,
): Promise<string> {
  const files = await Promise.all(report.files.map((file) => fileLines(file, style, nameOf)));
  const lines = [
    ...files.flat(),
    ...report.policies.flatMap((proof) => [
      workflowCommand("group", {}, policyName(proof.under)),
      ...policyLines(proof, all, style).map((line) => forLog(line, style)),
      "::endgroup::",
      ...policyCommands(proof, nameOf),
    ]),
    ...report.failures.map((failure) =>
      failureCommand(failure, "The file could not be proved", nameOf),
    ),
    summaryText(report),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

export const traits: FormatTraits = { forGitHub: true, hasCommands: true };

async function fileLines(
  file: AssertionFileReport,
  style: Style,
  nameOf: Naming,
): Promise<string[]> {
  const noted = file.assertions.filter((one) => one.kind !== "proved" || assertionText(one) !== "");
  if (noted.length === 0) return [];
  const title = `${file.file}: ${assertionsText(countAssertions(file.assertions))}`;
  const details = await Promise.all(
    noted.map(async (one) => [
      assertionHead(one, file, style),
      ...(await assertionDetails(one, file, style)).map((line) => `    ${line}`),
    ]),
  );
  return [
    workflowCommand("group", {}, title),
    // What assertions say is not obeyed.
    ...details.flat().map((line) => forLog(line, style)),
    "::endgroup::",
    ...noted.map((one) => assertionCommand(one, file, nameOf)),
  ];
}

const levels = { proved: "notice", unknown: "warning", refuted: "error" } as const;

function assertionCommand(
  one: AssertionReport,
  { file }: AssertionFileReport,
  nameOf: Naming,
): string {
  const { kind, location, assertion } = one;
  const title = `${assertion.name} is ${kind}`;
  return workflowCommand(
    levels[kind],
    { ...placeOf(location, file, nameOf), title },
    assertionText(one),
  );
}

function policyCommands(
  { under, reach = [], fails = [], asked = [] }: PolicyProof,
  nameOf: Naming,
): string[] {
  const command = (
    kind: Reached["kind"] | QuestionFinding["kind"],
    of: Parameters<typeof locationOf>[0],
    title: string,
    text: string,
  ): string => {
    const place = placeOf(locationOf(of, under), under.source.file, nameOf);
    return workflowCommand(kind === "unknown" ? "notice" : "warning", { ...place, title }, text);
  };
  return [
    ...byRule(reach)
      .flatMap(unreachedOf)
      .map(({ target, kind, text }) => command(kind, target, questionText(target), text)),
    ...fails
      .filter((one) => one.fails.kind !== "never")
      .map((one) => command(one.fails.kind, one, failureQuestion(one), failureWithExchange(one))),
    ...asked.flatMap(({ title, findings }) =>
      findings.flatMap((one) => {
        if (one.kind !== "found" && one.kind !== "unknown") return [];
        const [rule] = one.rules;
        const text = [findingText(one), ...exampleTexts(one, under)].join("\n");
        return command(one.kind, rule ?? { path: "" }, title, text);
      }),
    ),
  ];
}

function failureWithExchange(one: Failure): string {
  const text = failureText(one);
  return one.fails.kind === "reached" ? `${text}\n${exchangeTitle(one.fails.exchange)}` : text;
}

function placeOf(location: SourceRange | undefined, file: string, nameOf: Naming) {
  return location === undefined ? { file: nameOf(file) } : commandPlace(location, nameOf);
}
