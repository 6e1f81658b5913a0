import type { FormatTraits } from "@traffic-policy/report";
import type { AskedQuestion, Reached } from "@traffic-policy/policy-proof";
import {
  askedText,
  assertionsText,
  countAsked,
  countAssertions,
  countReached,
  failsText,
  reachText,
} from "@traffic-policy/policy-proof/report";
import type { AssertionRun } from "../../assertions/prove-assertion-files.ts";
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

/** What is known of a policy's parts, of all policies together. */
export function reachOf(policies: readonly PolicyProof[]): Reached[] {
  return policies.flatMap(({ reach = [] }) => reach.map(({ reached }) => reached));
}

/** The same of what may fail. */
export function failsOf(policies: readonly PolicyProof[]): Reached[] {
  return policies.flatMap(({ fails = [] }) => fails.map((one) => one.fails));
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
