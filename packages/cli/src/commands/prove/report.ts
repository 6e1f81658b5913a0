import { shownPath } from "@traffic-policy/project/internal";
import { getOrAdd, counted } from "@traffic-policy/policy-language/internal";
import { placeText } from "@traffic-policy/project";
import type { Reached } from "@traffic-policy/policy-proof";
import {
  askedText,
  assertionsText,
  countAsked,
  countAssertions,
  countReached,
  failsText,
  reachText,
} from "@traffic-policy/policy-proof/report";
import {
  withoutColors,
  type JunitTest,
  type Report,
  type Section,
  type Style,
} from "@traffic-policy/report";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import type {
  AssertionFileReport,
  AssertionReport,
} from "../../assertions/prove-assertion-files.ts";
import type { PolicyUnderTest } from "../../checks/policies-under-test.ts";
import type { Context } from "../../context.ts";
import { printError } from "../../report/error.ts";
import { failureOf, printReport } from "../../report/print-report.ts";
import { printProblems } from "../../simulation/report/pretty.ts";
import { assertionDetails, assertionHead, assertionText } from "./assertion-lines.ts";
import type { ProveOptions } from "./command.ts";
import { proofJson } from "./json.ts";
import { policySection } from "./policy-section.ts";
import { askedOf, failsOf, reachOf, type ProofReport } from "./proof-report.ts";

export async function printProofReport(
  report: ProofReport,
  { format, all }: Pick<ProveOptions, "format" | "all">,
  context: Context,
): Promise<void> {
  const { terminal } = context;
  for (const { error } of report.failures) printError(error, context);
  for (const under of policiesIn(report)) printProblems(under, "asked about", terminal);
  const shown = withoutSecrets(report);
  if (format === "json") terminal.out(proofJson(shown));
  else {
    const style = format === "pretty" ? terminal.style : withoutColors;
    // A comment has no room for each exchange.
    const isAll = all === true && format !== "markdown";
    await printReport(await toReport(shown, isAll, style), format, context);
  }
}

function withoutSecrets(report: ProofReport): ProofReport {
  const mask = new SecretMask();
  const files = report.files.map((file) => ({
    ...file,
    assertions: file.assertions.map((one) => {
      if (one.kind !== "refuted") return one;
      const { exchange, outcome, differences } = one;
      const shown = mask.data({ outcome, differences });
      return { ...one, ...shown, exchange: mask.example(exchange) };
    }),
  }));
  // What shows several things is one object, and stays one.
  const shown = new Map<Reached, Reached>();
  const reachedShown = (reached: Reached): Reached =>
    reached.kind !== "reached"
      ? reached
      : getOrAdd(shown, reached, () => ({ ...reached, exchange: mask.example(reached.exchange) }));
  const policies = report.policies.map(({ reach, fails, asked, ...others }) => ({
    ...others,
    ...(reach && {
      reach: reach.map((one) => ({ ...one, reached: reachedShown(one.reached) })),
    }),
    ...(fails && { fails: fails.map((one) => ({ ...one, fails: mask.example(one.fails) })) }),
    ...(asked && { asked: mask.example(asked) }),
  }));
  return { ...report, files, policies };
}

function policiesIn({ files, policies }: ProofReport): readonly PolicyUnderTest[] {
  const all = [...files.flatMap((file) => file.policies), ...policies.map(({ under }) => under)];
  return [...new Set(all)];
}

async function toReport(report: ProofReport, all: boolean, style: Style): Promise<Report> {
  const { files, policies, failures, notChecked = [] } = report;
  const sections = await Promise.all(files.map((file) => assertionSection(file, style)));
  return {
    command: "prove",
    files: [],
    diagnostics: [],
    failures: failures.map(failureOf),
    notChecked,
    sections: [...sections, ...policies.map((proof) => policySection(proof, all, style))],
    summary: summaryText(report, style),
  };
}

const columns = ["assertions", "policy", "result"];

async function assertionSection(report: AssertionFileReport, style: Style): Promise<Section> {
  const { file, policies, assertions } = report;
  const checked = await Promise.all(
    assertions.map(async (one) => ({ one, details: await assertionDetails(one, report, style) })),
  );
  return {
    name: file,
    about: shownPath(policies[0].source),
    columns,
    result: assertionsText(countAssertions(assertions), style),
    isGood: assertions.every(({ kind }) => kind === "proved"),
    subject: "what is not proved",
    lines: checked.flatMap(({ one, details }) => [
      `  ${assertionHead(one, report, style)}`,
      ...details.map((line) => `      ${line}`),
    ]),
    checks: checked.map(({ one, details }) => checkOf(one, details, file)),
    findings: assertions
      .map((one) => ({ one, message: assertionText(one) }))
      .filter(({ message }) => message !== "")
      .map(({ one: { kind, assertion, location }, message }) => ({
        severity: severities[kind],
        title: `${assertion.name} is ${kind}`,
        message,
        location: location ?? { file },
      })),
  };
}

const severities = { proved: "info", unknown: "warning", refuted: "error" } as const;

function checkOf(one: AssertionReport, details: readonly string[], file: string): JunitTest {
  const { kind, assertion, location } = one;
  const { name } = assertion;
  const message = assertionText(one);
  if (kind === "proved") return { name, outcome: "passed", text: message };
  const place = placeText(location?.file ?? file, location?.start);
  const text = [place, ...details].join("\n");
  return { name, outcome: kind === "unknown" ? "error" : "failed", message, type: kind, text };
}

/** A summary in sentences: `1 refuted, 3 proved in 2 files.` */
function summaryText(report: ProofReport, style: Style): string {
  const { files, policies, failures } = report;
  const reach = reachOf(policies);
  const fails = failsOf(policies);
  const asked = askedOf(policies);
  const count = `${policies.length} ${policies.length === 1 ? "policy" : "policies"}`;
  const assertions = countAssertions(files.flatMap((file) => file.assertions));
  const sentences = [
    ...(files.length === 0
      ? []
      : [`${assertionsText(assertions, style)} in ${counted(files.length, "file")}.`]),
    ...(reach.length === 0 ? [] : [`${reachText(countReached(reach), style)} in ${count}.`]),
    ...(fails.length === 0 ? [] : [`${failsText(countReached(fails), style)} in ${count}.`]),
    ...(asked.length === 0 ? [] : [`${askedText(countAsked(asked), style)} in ${count}.`]),
    ...(failures.length === 0 ? [] : [`${counted(failures.length, "file")} could not be proved.`]),
  ];
  return sentences.length === 0 ? "There is nothing to prove." : sentences.join(" ");
}
