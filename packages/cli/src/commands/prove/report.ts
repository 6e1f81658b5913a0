import { getOrAdd } from "@traffic-policy/policy-language";
import { SecretMask } from "@traffic-policy/report";
import type { Reached } from "@traffic-policy/policy-proof";
import type { PolicyUnderTest } from "../../checks/policies-under-test.ts";
import type { Context } from "../../context.ts";
import { printError, sourceTexts } from "../../report/error.ts";
import { workspaceNames } from "../../report/workspace-names.ts";
import { printProblems } from "../../simulation/report/pretty.ts";
import type { ProveOptions } from "./command.ts";
import { formats } from "./formats/index.generated.ts";
import type { ProofFormat, ProofReport } from "./proof-report.ts";

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

/** The policies that something was asked about, each once. */
function policiesIn({ files, policies }: ProofReport): readonly PolicyUnderTest[] {
  const all = [...files.flatMap((file) => file.policies), ...policies.map(({ under }) => under)];
  return [...new Set(all)];
}

/** Prints what is proved as results, and what could not be asked about as errors. */
export async function printProofReport(
  report: ProofReport,
  { format, all }: Pick<ProveOptions, "format" | "all">,
  context: Context,
): Promise<void> {
  const { env, files, terminal } = context;
  for (const { error } of report.failures) printError(error, context);
  for (const under of policiesIn(report)) printProblems(under, "asked about", terminal);
  const { default: text, traits = {} }: ProofFormat = await formats[format]();
  const nameOf = (traits.forGitHub && workspaceNames(env, files)) || String;
  const { style } = terminal;
  const view = { all: all === true, style, sourceOf: sourceTexts(files), nameOf };
  terminal.out(await text(withoutSecrets(report), view), {
    hasCommands: traits.hasCommands === true,
  });
}
