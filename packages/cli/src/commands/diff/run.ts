import { compareTargets, compareWithFile } from "./compare.ts";
import type { DiffFormat, TargetDiff } from "./target-diff.ts";
import { loadConfiguration } from "../../configuration/load-configuration.ts";
import { selectTargets } from "../../configuration/select-targets.ts";
import { exitStatus, type ExitStatus } from "../../exit-status.ts";
import type { DiffOptions } from "./command.ts";
import { connected } from "../../progress/connected.ts";
import { formats } from "./formats/index.generated.ts";
import type { Terminal } from "../../terminal.ts";

/** `traffic-policy diff`: compares, and never writes. */
export default async function diff(options: DiffOptions, terminal: Terminal): Promise<ExitStatus> {
  const configuration = await loadConfiguration();
  const targets = selectTargets(configuration, options);
  const diffs =
    options.stored === undefined
      ? await connected(configuration, options, terminal, (connection, progress) =>
          compareTargets(connection, targets, { progress, concurrency: options.concurrency }),
        )
      : [await compareWithFile(targets, options.stored)];
  const { default: print }: DiffFormat = await formats[options.format]();
  print(diffs, options.verbose === true, terminal);
  return statusOf(diffs, options);
}

function statusOf(diffs: readonly TargetDiff[], { exitZero }: DiffOptions): ExitStatus {
  if (diffs.some(({ error }) => error !== undefined)) return exitStatus.failure;
  const differs = diffs.some(
    ({ comparison }) => comparison?.state === "different" || comparison?.state === "absent",
  );
  return differs && exitZero !== true ? exitStatus.findings : exitStatus.ok;
}
