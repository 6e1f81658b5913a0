import type { Files } from "@traffic-policy/project";
import { behaviourText } from "../../behaviour/report.ts";
import { aligned, visible } from "@traffic-policy/report";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import { type Context, toErr } from "../../context.ts";
import type { PullOptions } from "./command.ts";
import type { PullOutput } from "./output.ts";
import { printJson } from "../../report/json.ts";
import type { PulledAccount } from "./pull-account.ts";
import type { FileChange, PullOutcome } from "./pull-targets.ts";
import { printTargetErrors, toReportedError } from "../../report/error.ts";
import { describeTarget } from "../../service/target-words.ts";

export type PullResult = Pick<PulledAccount, "policies"> & Partial<PulledAccount>;

/** Prints the result of `pull`. A dry run prints the changes as a patch on stdout, and the rest on stderr. */
export async function printPull(
  result: PullResult,
  { format, dryRun = false }: { readonly format: PullOptions["format"]; readonly dryRun?: boolean },
  context: Context,
): Promise<void> {
  const { files, terminal } = context;
  const diffs = dryRun ? await diffsOf(result, files) : new Map<string, string>();
  if (format === "json") {
    printJson(outputOf(result, diffs, dryRun, files), terminal);
    return;
  }
  terminal.document([...diffs.values()].join(""));
  printOutcomes(result, dryRun, dryRun ? toErr(context) : context);
}

async function diffsOf(
  { policies, configuration }: PullResult,
  files: Files,
): Promise<Map<string, string>> {
  const { unifiedDiff } = await import("@traffic-policy/report/changes");
  const changes = [...policies, ...(configuration === undefined ? [] : [configuration])];
  return new Map(
    changes.flatMap(({ file, change }): [string, string][] =>
      change === undefined ? [] : [[file, diff(file, change)]],
    ),
  );
  function diff(file: string, { before, text }: FileChange): string {
    return unifiedDiff(files.nameOf(file), before?.toString("utf8"), text);
  }
}

function printOutcomes(result: PullResult, dryRun: boolean, { files, terminal }: Context): void {
  const { print, style } = terminal;
  const mask = new SecretMask();
  const { policies, configuration, withoutPolicy = [] } = result;
  const pulled = policies.filter(({ error }) => error === undefined);
  const rows = pulled.map(({ name, file, outcome }) => {
    const color = outcome === "written" ? style.green : style.yellow;
    const word = (outcome === "unchanged" ? style.dim : color)(wordFor(outcome, dryRun));
    const about =
      outcome === "absent" ? "the service holds no policy" : visible(files.nameOf(file));
    return [style.bold(visible(name)), word, about];
  });
  const heads = aligned(rows, style);
  for (const [index, { note, behaviour }] of pulled.entries()) {
    print(`${heads[index]}\n`);
    print(behaviourText(behaviour, { sides: ["local", "stored"], style, mask, brief: true }));
    if (note !== undefined) print(`  ${style.yellow("note:")} ${visible(note)}\n`);
  }
  if (configuration !== undefined) {
    print(`${visible(files.nameOf(configuration.file))} is ${dryRun ? "to be " : ""}written.\n`);
  }
  if (withoutPolicy.length > 0) {
    const edges = withoutPolicy.length === 1 ? "TCP edge holds" : "TCP edges hold";
    print(`${withoutPolicy.length} ${edges} no policy.\n`);
  }
  // Names that pull --all made up say nothing to anybody yet.
  const isNew = result.withoutPolicy !== undefined;
  const errors = policies.map(({ name, target, error }) => ({
    name: isNew ? `${name} (${describeTarget(target)})` : name,
    error,
  }));
  printTargetErrors(errors, terminal);
}

function wordFor(outcome: PullOutcome, dryRun: boolean): string {
  const word = dryRun && outcome === "written" ? "to write" : outcome;
  return word.padEnd("unchanged".length);
}

function outputOf(
  { policies, configuration, withoutPolicy }: PullResult,
  diffs: ReadonlyMap<string, string>,
  dryRun: boolean,
  files: Files,
): PullOutput {
  const shown = (file: string) => ({ file: files.nameOf(file), diff: diffs.get(file) });
  return {
    version: 1,
    dryRun: dryRun || undefined,
    targets: policies.map(({ name, target, file: policyFile, outcome, note, error, ...more }) => {
      const { file, diff } = shown(policyFile);
      const reported = error && toReportedError(error);
      const kind = more.behaviour?.kind;
      const behaviour = kind === "unknown" ? undefined : kind;
      return { target: name, ...target, file, outcome, note, error: reported, behaviour, diff };
    }),
    configuration: configuration && shown(configuration.file),
    withoutPolicy,
  };
}
