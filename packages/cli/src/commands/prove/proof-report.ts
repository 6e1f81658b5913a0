import type { AskedQuestion, QuestionFinding, Reached } from "@traffic-policy/policy-proof";
import type { FormatTraits } from "@traffic-policy/policy-lint";
import type { AssertionReport, AssertionRun } from "../../assertions/prove-assertion-files.ts";
import type { Style } from "../../context.ts";
import type { PolicyProof, PolicyRun } from "../../proving/prove-policies.ts";
import { counted } from "../../report/text.ts";

/** All that there is to report: of assertions, or of policies without them. */
export type ProofReport = AssertionRun & PolicyRun;

/** What formats need beside the report. */
export interface ProofView {
  /** Whether every exchange is shown. */
  readonly all: boolean;
  readonly style: Style;
  /** The text of a file that is named by its path relative to the working directory. */
  readonly sourceOf: (file: string) => string | undefined;
  /** What a file is called there. */
  readonly nameOf: (file: string) => string;
}

/** What a file of the folder `formats` exports: it gives a report as text. */
export interface ProofFormat {
  readonly default: (report: ProofReport, view: ProofView) => string | Promise<string>;
  readonly traits?: Pick<FormatTraits, "forGitHub" | "hasCommands"> | undefined;
}

export interface AssertionCounts {
  readonly proved: number;
  readonly refuted: number;
  readonly unknown: number;
}

export function countAssertions(assertions: readonly AssertionReport[]): AssertionCounts {
  const count = (kind: AssertionReport["kind"]): number =>
    assertions.reduce((sum, one) => sum + Number(one.kind === kind), 0);
  return { proved: count("proved"), refuted: count("refuted"), unknown: count("unknown") };
}

export interface ReachCounts {
  /** Those that an exchange is known for. */
  readonly reached: number;
  /** Those that there is no exchange for. */
  readonly never: number;
  readonly unknown: number;
}

export function countReached(all: readonly Reached[]): ReachCounts {
  const count = (kind: Reached["kind"]): number =>
    all.reduce((sum, one) => sum + Number(one.kind === kind), 0);
  return { reached: count("reached"), never: count("never"), unknown: count("unknown") };
}

/** What is known of a policy's parts, of all policies together. */
export function reachOf(policies: readonly PolicyProof[]): Reached[] {
  return policies.flatMap(({ reach = [] }) => reach.map(({ reached }) => reached));
}

/** The same of what may fail. */
export function failsOf(policies: readonly PolicyProof[]): Reached[] {
  return policies.flatMap(({ fails = [] }) => fails.map((one) => one.fails));
}

/** What came of a question: the most that one of its findings says. */
export function stateOf(findings: readonly QuestionFinding[]): "found" | "unknown" | "nothing" {
  const kinds = new Set(findings.map(({ kind }) => kind));
  if (kinds.has("found")) return "found";
  return kinds.has("unknown") ? "unknown" : "nothing";
}

export interface AskedCounts {
  readonly found: number;
  readonly unknown: number;
  /** Questions that found nothing. */
  readonly nothing: number;
  readonly questions: number;
}

export function countAsked(asked: readonly AskedQuestion[]): AskedCounts {
  const findings = asked.flatMap((one) => one.findings);
  const count = (kind: QuestionFinding["kind"]): number =>
    findings.reduce((sum, one) => sum + Number(one.kind === kind), 0);
  const nothing = asked.filter((one) => stateOf(one.findings) === "nothing").length;
  return { found: count("found"), unknown: count("unknown"), nothing, questions: asked.length };
}

/** The questions of all policies together. */
export function askedOf(policies: readonly PolicyProof[]): AskedQuestion[] {
  return policies.flatMap(({ asked = [] }) => asked);
}

/** What came out, in sentences: `1 refuted, 3 proved in 2 files.` */
export function summaryText(report: ProofReport, style?: Style): string {
  const { files, policies, failures } = report;
  const reach = reachOf(policies);
  const fails = failsOf(policies);
  const asked = askedOf(policies);
  const count = `${policies.length} ${policies.length === 1 ? "policy" : "policies"}`;
  const sentences = [
    ...(files.length === 0
      ? []
      : [
          `${assertionsText(countAssertions(files.flatMap((file) => file.assertions)), style)} in ${counted(files.length, "file")}.`,
        ]),
    ...(reach.length === 0 ? [] : [`${reachText(countReached(reach), style)} in ${count}.`]),
    ...(fails.length === 0 ? [] : [`${failsText(countReached(fails), style)} in ${count}.`]),
    ...(asked.length === 0 ? [] : [`${askedText(countAsked(asked), style)} in ${count}.`]),
    ...(failures.length === 0 ? [] : [`${counted(failures.length, "file")} could not be proved.`]),
  ];
  return sentences.length === 0 ? "There is nothing to prove." : sentences.join(" ");
}

/** `1 refuted, 1 unknown, 2 proved` */
export function assertionsText(
  { proved, refuted, unknown }: AssertionCounts,
  style?: Style,
): string {
  return texts(
    [
      [refuted, "refuted", "red"],
      [unknown, "unknown", "yellow"],
      [proved, "proved", "green"],
    ],
    style,
  );
}

/** `1 never reached, 1 unknown, 14 reached` */
export function reachText({ reached, never, unknown }: ReachCounts, style?: Style): string {
  return texts(
    [
      [never, "never reached", "red"],
      [unknown, "unknown", "yellow"],
      [reached, "reached", "green"],
    ],
    style,
  );
}

/** `1 can fail, 1 unknown, 14 never fail` */
export function failsText({ reached, never, unknown }: ReachCounts, style?: Style): string {
  return texts(
    [
      [reached, "can fail", "red"],
      [unknown, "unknown", "yellow"],
      [never, "never fail", "green"],
    ],
    style,
  );
}

/** `1 found, 1 unknown, 3 of 5 questions found nothing` */
export function askedText(
  { found, unknown, nothing, questions }: AskedCounts,
  style?: Style,
): string {
  return texts(
    [
      [found, "found", "red"],
      [unknown, "unknown", "yellow"],
      [nothing, `of ${counted(questions, "question")} found nothing`, "green"],
    ],
    style,
  );
}

type Color = "red" | "yellow" | "green";

/** Counts with what they count; those of nothing are left out, but for the last one. */
function texts(
  parts: readonly (readonly [count: number, text: string, color: Color])[],
  style: Style | undefined,
): string {
  return parts
    .filter(([count, , color]) => count > 0 || color === "green")
    .map(([count, text, color]) => (style?.[color] ?? String)(`${count} ${text}`))
    .join(", ");
}
