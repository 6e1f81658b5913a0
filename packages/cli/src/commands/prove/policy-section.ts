import { exchangeTitle } from "@traffic-policy/policy-engine/report";
import type {
  AskedQuestion,
  Failure,
  QuestionFinding,
  Reached,
  TargetReach,
} from "@traffic-policy/policy-proof";
import { byRule, questionText, stateOf, unreachedOf } from "@traffic-policy/policy-proof/report";
import type { Finding, JunitTest, Section, Style } from "@traffic-policy/report";
import type { PolicyUnderTest } from "../../checks/policies-under-test.ts";
import type { PolicyProof } from "../../proving/prove-policies.ts";
import { policyName } from "../../report/print-report.ts";
import { locationOf } from "./evidence-lines.ts";
import { failureQuestion, failureText, policyLines, policyResult } from "./policy-lines.ts";
import { exampleTexts, findingText } from "./question-lines.ts";

const columns = ["policy", "result"];

export function policySection(proof: PolicyProof, all: boolean, style: Style): Section {
  const { under, reach = [], fails = [], asked = [] } = proof;
  return {
    name: policyName(under),
    columns,
    result: policyResult(proof, style),
    subject: "what was found",
    lines: policyLines(proof, all, style),
    checks: [
      ...reachChecks(reach),
      ...fails.map((one) =>
        checkOf(failureQuestion(one), one.fails, { when: "reached", message: failureText(one) }),
      ),
      ...asked.map((one) => questionCheck(one, under)),
    ],
    findings: [
      ...byRule(reach)
        .flatMap(unreachedOf)
        .map(({ target, kind, text }) =>
          findingOf(kind, questionText(target), text, target, under),
        ),
      ...fails
        .filter((one) => one.fails.kind !== "never")
        .map((one) =>
          findingOf(one.fails.kind, failureQuestion(one), failureWithExchange(one), one, under),
        ),
      ...asked.flatMap(({ title, findings }) =>
        findings
          .filter(({ kind }) => kind === "found" || kind === "unknown")
          .map((one) => {
            const text = [findingText(one), ...exampleTexts(one, under)].join("\n");
            return findingOf(one.kind, title, text, one.rules[0] ?? { path: "" }, under);
          }),
      ),
    ],
  };
}

function findingOf(
  kind: Reached["kind"] | QuestionFinding["kind"],
  title: string,
  message: string,
  of: Parameters<typeof locationOf>[0],
  under: PolicyUnderTest,
): Finding {
  const location = locationOf(of, under) ?? { file: under.source.file };
  return { severity: kind === "unknown" ? "info" : "warning", title, message, location };
}

function failureWithExchange(one: Failure): string {
  const text = failureText(one);
  return one.fails.kind === "reached" ? `${text}\n${exchangeTitle(one.fails.exchange)}` : text;
}

function reachChecks(reach: readonly TargetReach[]): JunitTest[] {
  const unreached = byRule(reach).flatMap(unreachedOf);
  const texts = new Map(unreached.map(({ target, text }) => [target, text]));
  return reach.map(({ target, reached }) => {
    const message = texts.get(target) ?? "It follows from another part of the rule.";
    return checkOf(questionText(target), reached, { when: "never", message });
  });
}

function checkOf(
  name: string,
  reached: Reached,
  wrong: { readonly when: "reached" | "never"; readonly message: string },
): JunitTest {
  const text = reached.kind === "reached" ? exchangeTitle(reached.exchange) : "";
  if (reached.kind === "unknown") {
    return { name, outcome: "error", message: reached.reason, type: "unknown" };
  }
  return reached.kind === wrong.when
    ? { name, outcome: "failed", message: wrong.message, type: wrong.when, text }
    : { name, outcome: "passed", text };
}

function questionCheck(
  { title: name, findings }: AskedQuestion,
  under: PolicyUnderTest,
): JunitTest {
  const text = findings
    .flatMap((one) => [findingText(one), ...exampleTexts(one, under)])
    .join("\n");
  const state = stateOf(findings);
  if (state === "nothing") return { name, outcome: "passed", text };
  const message = findings
    .filter(({ kind }) => kind === state)
    .map(findingText)
    .join(" ");
  return { name, outcome: state === "found" ? "failed" : "error", message, type: state, text };
}
