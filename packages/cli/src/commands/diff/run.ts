import { type Context, exitStatus, type ExitStatus } from "../../context.ts";
import { compareTargets, compareWithFile, type DiffFormat, type TargetDiff } from "./compare.ts";
import { loadConfiguration } from "../../configuration/load-configuration.ts";
import { selectTargets } from "../../configuration/select-targets.ts";
import type { DiffOptions } from "./command.ts";
import { connected } from "../../progress/with-progress.ts";
import { formats } from "./formats/index.generated.ts";

/** `traffic-policy diff`: compares, and never writes. */
export default async function diff(options: DiffOptions, context: Context): Promise<ExitStatus> {
  const configuration = await loadConfiguration(options, context);
  const targets = selectTargets(configuration, options);
  const diffs =
    options.stored === undefined
      ? await connected(configuration, options, context, (connection, progress) =>
          compareTargets(
            connection,
            targets,
            { progress, concurrency: options.concurrency },
            context.files,
          ),
        )
      : [await compareWithFile(targets, options.stored, context.files)];
  const { default: print }: DiffFormat = await formats[options.format]();
  print(diffs, options.verbose === true, context.terminal);
  return statusOf(diffs, options);
}

function statusOf(diffs: readonly TargetDiff[], { exitZero }: DiffOptions): ExitStatus {
  if (diffs.some(({ error }) => error !== undefined)) return exitStatus.failure;
  const differs = diffs.some(
    ({ comparison }) => comparison?.state === "different" || comparison?.state === "absent",
  );
  return differs && exitZero !== true ? exitStatus.findings : exitStatus.ok;
}
