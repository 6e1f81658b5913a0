import { compareTargets, compareWithFile } from "./compare.ts";
import type { DiffFormat, TargetDiff } from "./target-diff.ts";
import {
  loadConfiguration,
  type LoadedConfiguration,
} from "../../configuration/load-configuration.ts";
import { selectTargets, type NamedTarget } from "../../configuration/select-targets.ts";
import { exitStatus, type ExitStatus } from "../../exit-status.ts";
import type { DiffOptions } from "./command.ts";
import { createProgress } from "../../progress/create-progress.ts";
import { formats } from "./formats/index.generated.ts";
import { connect } from "../../service/connect.ts";
import type { Terminal } from "../../terminal.ts";

/** `traffic-policy diff`: compares, and never writes. */
export default async function diff(options: DiffOptions, terminal: Terminal): Promise<ExitStatus> {
  const configuration = await loadConfiguration();
  const targets = selectTargets(configuration, options);
  const diffs =
    options.stored === undefined
      ? await compareWithService(configuration, targets, options, terminal)
      : [await compareWithFile(targets, options.stored)];
  const { default: print }: DiffFormat = await formats[options.format]();
  print(diffs, options.verbose === true, terminal);
  return statusOf(diffs, options);
}

async function compareWithService(
  configuration: LoadedConfiguration,
  targets: readonly NamedTarget[],
  options: DiffOptions,
  terminal: Terminal,
): Promise<TargetDiff[]> {
  const { concurrency } = options;
  const progress = await createProgress(terminal);
  const connection = await connect(configuration, options, terminal, {
    concurrency,
    onEvent: (event) => progress.happened(event),
  });
  try {
    return await compareTargets(connection, targets, { progress, concurrency });
  } finally {
    await connection.close();
  }
}

function statusOf(diffs: readonly TargetDiff[], { exitZero }: DiffOptions): ExitStatus {
  if (diffs.some(({ error }) => error !== undefined)) return exitStatus.failure;
  const differs = diffs.some(
    ({ comparison }) => comparison?.state === "different" || comparison?.state === "absent",
  );
  return differs && exitZero !== true ? exitStatus.findings : exitStatus.ok;
}
