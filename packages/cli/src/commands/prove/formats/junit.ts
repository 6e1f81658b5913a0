import { placeText } from "@traffic-policy/project";
import { junitXml, type JunitSuite, type JunitTest } from "@traffic-policy/report";
import type { AskedQuestion, QuestionFinding, Reached } from "@traffic-policy/policy-proof";
import { exchangeTitle } from "@traffic-policy/policy-engine/report";
import { byRule, questionText, stateOf, unreachedOf } from "@traffic-policy/policy-proof/report";
import type {
  AssertionFileReport,
  AssertionReport,
} from "../../../assertions/prove-assertion-files.ts";
import type { PolicyUnderTest } from "../../../checks/policies-under-test.ts";
import type { PolicyProof } from "../../../proving/prove-policies.ts";
import { withoutColors } from "@traffic-policy/report";
import { assertionDetails, assertionText } from "../assertion-lines.ts";
import { failureQuestion, failureText, policyName } from "../policy-lines.ts";
import { type ProofReport } from "../proof-report.ts";
import { exampleTexts, findingText } from "../question-lines.ts";

/** JUnit's XML: a suite an assertion file or a policy, and a test an assertion, a part of the policy or a question. */
export default async function junitReport({
  files,
  policies,
  failures,
}: ProofReport): Promise<string> {
  const suites: JunitSuite[] = [
    ...(await Promise.all(
      files.map(async (file) => ({
        name: file.file,
        tests: await Promise.all(file.assertions.map((one) => testOf(one, file))),
      })),
    )),
    ...policies.map(suiteOf),
    ...failures.map(({ file, error }) => ({
      name: file,
      tests: [
        {
          name: "The file could not be proved",
          outcome: "error",
          message: error.message,
          text: error.help ?? "",
        } satisfies JunitTest,
      ],
    })),
  ];
  return junitXml("traffic-policy prove", suites);
}

async function testOf(one: AssertionReport, file: AssertionFileReport): Promise<JunitTest> {
  const { name } = one.assertion;
  const message = assertionText(one);
  if (one.kind === "proved") return { name, outcome: "passed", text: message };
  const place = placeText(one.location?.file ?? file.file, one.location?.start);
  const details = await assertionDetails(one, file, withoutColors);
  const text = [place, ...details].join("\n");
  return one.kind === "unknown"
    ? { name, outcome: "error", message, type: "unknown", text }
    : { name, outcome: "failed", message, type: "refuted", text };
}

function suiteOf({ under, reach = [], fails = [], asked = [] }: PolicyProof): JunitSuite {
  const unreached = byRule(reach).flatMap(unreachedOf);
  const texts = new Map(unreached.map(({ target, text }) => [target, text]));
  const reachTests = reach.map(({ target, reached }) => {
    const message = texts.get(target) ?? "It follows from another part of the rule.";
    return testOfPart(questionText(target), reached, { when: "never", message });
  });
  const failTests = fails.map((one) => {
    const wrong = { when: "reached", message: failureText(one) } as const;
    return testOfPart(failureQuestion(one), one.fails, wrong);
  });
  return {
    name: policyName(under),
    tests: [...reachTests, ...failTests, ...asked.map((one) => testOfQuestion(one, under))],
  };
}

function testOfQuestion(
  { title: name, findings }: AskedQuestion,
  under: PolicyUnderTest,
): JunitTest {
  const text = findings
    .flatMap((one) => [findingText(one), ...exampleTexts(one, under)])
    .join("\n");
  const messageOf = (kind: QuestionFinding["kind"]): string =>
    findings
      .filter((one) => one.kind === kind)
      .map(findingText)
      .join(" ");
  switch (stateOf(findings)) {
    case "found":
      return { name, outcome: "failed", message: messageOf("found"), type: "found", text };
    case "unknown":
      return { name, outcome: "error", message: messageOf("unknown"), type: "unknown", text };
    case "nothing":
      return { name, outcome: "passed", text };
  }
}

/** @param wrong - when it is not as it should be, and what to say then */
function testOfPart(
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
