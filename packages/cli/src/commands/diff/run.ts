import { printable } from "@traffic-policy/policy-lint/report/printable";
import { type Context, exitStatus, type ExitStatus } from "../../context.ts";
import { compareTargets, compareWithFile, type DiffFormat, type TargetDiff } from "./compare.ts";
import { environmentNames } from "../../configuration/choose-environment.ts";
import { chooseProjects } from "../../configuration/projects.ts";
import { selectAmong } from "../../configuration/select-targets.ts";
import { reportBroken } from "../../deploying/prepare.ts";
import type { DiffOptions } from "./command.ts";
import { connected } from "../../progress/with-progress.ts";
import { formats } from "./formats/index.generated.ts";

/** `traffic-policy diff`: compares, and never writes. */
export default async function diff(options: DiffOptions, context: Context): Promise<ExitStatus> {
  const chosen = await chooseProjects(options, context, { every: true });
  const isBroken = reportBroken(chosen, context);
  const targets = selectAmong(chosen.projects, options);
  const diffs =
    options.stored === undefined
      ? await connected(targets, options, context, (connections, progress) =>
          compareTargets(connections, targets, progress, context.files),
        )
      : [await compareWithFile(targets, options.stored, context.files)];
  const { default: print }: DiffFormat = await formats[options.format]();
  const [environment, ...others] = environmentNames(targets.map((one) => one.configuration));
  if (options.format === "pretty" && environment !== undefined && others.length === 0) {
    context.terminal.out(`Comparison with ${printable(environment)}:\n`);
  }
  print(diffs, options.verbose === true, context.terminal);
  return isBroken ? exitStatus.failure : statusOf(diffs, options);
}

function statusOf(diffs: readonly TargetDiff[], { exitZero }: DiffOptions): ExitStatus {
  if (diffs.some(({ error }) => error !== undefined)) return exitStatus.failure;
  const differs = diffs.some(
    ({ comparison }) => comparison?.state === "different" || comparison?.state === "absent",
  );
  return differs && exitZero !== true ? exitStatus.findings : exitStatus.ok;
}
