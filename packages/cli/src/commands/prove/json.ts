import { shownPath } from "@traffic-policy/project/internal";
import type {
  AskedQuestion,
  Example,
  QuestionFinding,
  Reached,
} from "@traffic-policy/policy-proof";
import { curlCommand } from "@traffic-policy/policy-engine/report";
import {
  caseOfRefutation,
  countAsked,
  countAssertions,
  countReached,
} from "@traffic-policy/policy-proof/report";
import {
  type AssertionFileReport,
  type AssertionReport,
} from "../../assertions/prove-assertion-files.ts";
import type { PolicyUnderTest } from "../../checks/policies-under-test.ts";
import { answerJson } from "../../proving/open-answers.ts";
import type { PolicyProof } from "../../proving/prove-policies.ts";
import { toReportedError } from "../../report/error.ts";
import { jsonWithBytes } from "../../report/json.ts";
import { outcomeJson } from "../../simulation/report/outcome-json.ts";
import type { ProveOutput } from "./output.ts";
import { locationOf } from "./evidence-lines.ts";
import { failsOf, reachOf, type ProofReport } from "./proof-report.ts";

type File = ProveOutput["files"][number];
type Policy = ProveOutput["policies"][number];

export function proofJson({ files, policies, failures, notChecked }: ProofReport): string {
  const output: ProveOutput = {
    version: 1,
    summary: countAssertions(files.flatMap(({ assertions }) => assertions)),
    files: files.map(fileJson),
    policies: policies.map(policyJson),
    failures: failures.map(({ file, error }) => ({ file, ...toReportedError(error) })),
    notChecked: notChecked && [...notChecked],
  };
  return `${jsonWithBytes(output, 2)}\n`;
}

function fileJson({ file, policies: [under], assertions }: AssertionFileReport): File {
  return {
    file,
    policy: shownPath(under.source),
    protocol: under.protocol,
    assertions: assertions.map(assertionJson),
  };
}

function assertionJson(one: AssertionReport): File["assertions"][number] {
  const { assertion, location, environments: some } = one;
  const { name, when, always, never } = assertion;
  const named = {
    name,
    when: when && [...when],
    always,
    never,
    location,
    environments: some && [...some],
  };
  switch (one.kind) {
    case "proved": {
      const { kind: state, isVacuous, dependsOn } = one;
      return { ...named, state, isVacuous, dependsOn: dependsOn.map(answerJson) };
    }
    case "unknown":
      return { ...named, state: one.kind, reason: one.reason };
    case "refuted": {
      const { kind: state, exchange, outcome, differences, dependsOn } = one;
      return {
        ...named,
        state,
        ...exchangeJson(exchange),
        outcome: outcomeJson(outcome, true),
        differences,
        dependsOn: dependsOn.map(answerJson),
        case: caseOfRefutation(one),
      };
    }
  }
}

function exchangeJson(exchange: Example): {
  readonly exchange: Example;
  readonly curl: string | undefined;
} {
  return { exchange, curl: curlCommand(exchange)?.text };
}

function policyJson(proof: PolicyProof): Policy {
  const { under, reach, fails, asked } = proof;
  return {
    policy: shownPath(under.source),
    environment: under.environment,
    protocol: under.protocol,
    reach: reach && {
      summary: countReached(reachOf([proof])),
      parts: reach.map(({ target, reached }) => {
        const { rule, path, span, text, never } = target;
        const location = locationOf(target, under);
        return { rule, path, span, text, what: never, location, ...reachedJson(reached) };
      }),
    },
    fails: fails && {
      summary: countReached(failsOf([proof])),
      parts: fails.map((one) => {
        const { rule, path, text, dependsOn } = one;
        const location = locationOf(one, under);
        const part = { rule, path, text, what: "failed" as const, location };
        return { ...part, ...reachedJson(one.fails), dependsOn: dependsOn.map(answerJson) };
      }),
    },
    asked: asked && askedJson(asked, under),
  };
}

function askedJson(
  questions: readonly AskedQuestion[],
  under: PolicyUnderTest,
): NonNullable<Policy["asked"]> {
  const { questions: _, ...summary } = countAsked(questions);
  return {
    summary,
    questions: questions.map(({ name, title, findings }) => ({
      name,
      title,
      findings: findings.map((one) => findingJson(one, under)),
    })),
  };
}

function findingJson(one: QuestionFinding, under: PolicyUnderTest) {
  const { message } = one;
  const rules = one.rules.map((rule) => ({ ...rule, location: locationOf(rule, under) }));
  switch (one.kind) {
    case "found":
      return {
        kind: one.kind,
        message,
        rules,
        examples: one.examples.map(({ exchange, outcome }) => ({
          ...exchangeJson(exchange),
          outcome: outcomeJson(outcome, false),
        })),
        dependsOn: one.dependsOn.map(answerJson),
      };
    case "unknown":
      return { kind: one.kind, message, rules, reason: one.reason };
    default:
      return { kind: one.kind, message, rules };
  }
}

function reachedJson(reached: Reached) {
  switch (reached.kind) {
    case "reached":
      return { state: reached.kind, ...exchangeJson(reached.exchange) };
    case "never":
      return { state: reached.kind, by: reached.by, changedBy: reached.changedBy };
    case "unknown":
      return { state: reached.kind, reason: reached.reason };
  }
}
