import { environmentNames } from "@traffic-policy/project/selection";
import { projectOf } from "../../configuration/project.ts";
import { printable, shellWord } from "@traffic-policy/policy-language/internal";
import { isChange } from "../../behaviour/behaviour.ts";
import type { ComparisonSettings } from "../../behaviour/behaviour-comparer.ts";
import { semanticComparer } from "../../behaviour/comparer-of.ts";
import { type Context, CommandError, exitStatus, type ExitStatus } from "../../context.ts";
import {
  compareTargets,
  compareWithFile,
  type Comparing,
  type TargetComparison,
  type TargetDiff,
} from "./compare.ts";
import { compareFiles, nameOf } from "./compare-files.ts";
import { targetsOrError } from "../../deploying/prepare.ts";
import type { DiffOptions } from "./command.ts";
import { connected } from "../../progress/with-progress.ts";
import { printDiff, printFilesDiff } from "./report.ts";

/** Runs `traffic-policy diff [before] [after]`: compares, and never writes. */
export default async function diff(
  before: string | undefined,
  after: string | undefined,
  options: DiffOptions,
  context: Context,
): Promise<ExitStatus> {
  if (before !== undefined) return diffFiles([before, after], options, context);
  if (options.protocol !== undefined) {
    throw new CommandError("--protocol is only for two files: a target says what it is for.", {
      help: "Remove it.",
    });
  }
  const comparing = await comparingWith(options, context);
  const { targets, isBroken } = await targetsOrError(options, context, { every: true });
  const diffs =
    options.stored === undefined
      ? await connected(targets, options, context, (connections, progress) =>
          compareTargets(connections, targets, progress, comparing),
        )
      : [await compareWithFile(targets, options.stored, comparing)];
  const [environment, ...others] = environmentNames(targets.map((one) => one.configuration));
  if (options.format === "pretty" && environment !== undefined && others.length === 0) {
    context.terminal.out(`Comparison with ${printable(environment)}:\n`);
  }
  printDiff(diffs, options, context.terminal);
  return isBroken ? exitStatus.failure : statusOf(diffs, options);
}

async function diffFiles(
  [before, after]: readonly [string, string | undefined],
  options: DiffOptions,
  context: Context,
): Promise<ExitStatus> {
  const { files, terminal, clock } = context;
  // What it takes to read the files, and to say what is written differently, is a part of comparing them.
  const begin = clock.elapsed();
  const missing = [before, after ?? []].flat().filter((file) => !files.exists(files.resolve(file)));
  if (missing.length > 0) await checkNoTargets(missing, options, context);
  if (after === undefined) {
    throw new CommandError(`${before} is only one file; two are compared.`, {
      help: `Name another one, or a target: --target <name> --stored ${shellWord(before)}.`,
    });
  }
  checkOfFiles(options);
  const subjects = [nameOf(before, files), nameOf(after, files)] as const;
  const comparing = await comparingWith(options, context, { subjects, begin });
  const compared = await compareFiles([before, after], options, comparing);
  printFilesDiff(compared, options, terminal);
  return statusOf([{ comparison: compared }], options);
}

/** Users who pass target names as arguments mean the option. */
async function checkNoTargets(
  names: readonly string[],
  options: DiffOptions,
  context: Context,
): Promise<void> {
  // What is wrong with a configuration has nothing to do with files.
  const found = await projectOf(options, context)
    .configurations.load()
    .catch(() => undefined);
  const [name = "", ...others] = names;
  const isTarget = found?.environments.some(({ targets }) => Object.hasOwn(targets, name)) === true;
  const meant = [name, ...others].map((one) => `--target ${shellWord(one)}`).join(" ");
  throw new CommandError(`${name}: There is no such file.`, {
    help: isTarget ? `Did you mean ${meant}?` : undefined,
  });
}

function checkOfFiles(options: DiffOptions): void {
  const names = {
    target: "--target",
    tag: "--tag",
    stored: "--stored",
    baseUrl: "--base-url",
    apiKeyFile: "--api-key-file",
    versionHeader: "--version-header",
    environment: "--environment",
    config: "--config",
    concurrency: "--concurrency",
  } as const;
  const given = Object.entries(names).filter(
    ([key]) => options[key as keyof typeof names] !== undefined,
  );
  if (given.length === 0) return;
  throw new CommandError("Two files are compared without the configuration and the service.", {
    help: `Remove ${given.map(([, name]) => name).join(", ")}, or the files.`,
  });
}

async function comparingWith(
  options: DiffOptions,
  context: Context,
  more?: Pick<ComparisonSettings, "subjects" | "begin">,
): Promise<Comparing> {
  const { files, terminal, clock } = context;
  return { files, terminal, clock, comparer: await semanticComparer(options, context, more) };
}

function statusOf(
  diffs: readonly Pick<TargetDiff, "comparison" | "error">[],
  { exitZero }: DiffOptions,
): ExitStatus {
  if (diffs.some(({ error }) => error !== undefined)) return exitStatus.failure;
  const differs = diffs.some(({ comparison }) => comparison !== undefined && isOther(comparison));
  return differs && exitZero !== true ? exitStatus.findings : exitStatus.ok;
}

function isOther({ state, behaviour }: TargetComparison): boolean {
  if (behaviour !== undefined) return isChange(behaviour);
  return state === "different" || state === "absent";
}
