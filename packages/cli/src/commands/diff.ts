import { comparePolicy } from "@traffic-policy/api";
import { CommandError } from "../command-error.ts";
import { compareTargets, loadLocalSide } from "../comparing/compare-targets.ts";
import { readStoredFile } from "../comparing/stored-file.ts";
import type { TargetDiff } from "../comparing/target-diff.ts";
import {
  loadConfiguration,
  type LoadedConfiguration,
} from "../configuration/load-configuration.ts";
import { selectTargets, type NamedTarget } from "../configuration/select-targets.ts";
import { exitStatus, type ExitStatus } from "../exit-status.ts";
import type { DiffOptions } from "../options.ts";
import { printDiff } from "../report/diff.ts";
import { connect } from "../service/connect.ts";
import type { Terminal } from "../terminal.ts";

/** `traffic-policy diff`: compares, and never writes. */
export async function diff(options: DiffOptions, terminal: Terminal): Promise<ExitStatus> {
  const configuration = await loadConfiguration();
  const targets = selectTargets(configuration, options);
  const diffs =
    options.stored === undefined
      ? await compareWithService(configuration, targets, options, terminal)
      : [await compareWithFile(targets, options.stored)];
  await printDiff(diffs, options, terminal);
  return statusOf(diffs, options);
}

async function compareWithService(
  configuration: LoadedConfiguration,
  targets: readonly NamedTarget[],
  options: DiffOptions,
  terminal: Terminal,
): Promise<TargetDiff[]> {
  const connection = await connect(configuration, options, terminal);
  try {
    return await compareTargets(connection.client, targets);
  } finally {
    await connection.close();
  }
}

async function compareWithFile(targets: readonly NamedTarget[], file: string): Promise<TargetDiff> {
  const [target, ...others] = targets;
  if (target === undefined || others.length > 0) {
    throw new CommandError(
      `--stored compares one target with a file, and ${targets.length} are selected.`,
      { help: "Name one with --target." },
    );
  }
  const stored = await readStoredFile(file);
  const side = await loadLocalSide(target);
  if (side.local === undefined) return side;
  const enabled = stored?.enabled ?? target.enabled;
  return { ...target, comparison: comparePolicy(side.local, stored && { ...stored, enabled }) };
}

function statusOf(diffs: readonly TargetDiff[], { exitZero }: DiffOptions): ExitStatus {
  if (diffs.some(({ error }) => error !== undefined)) return exitStatus.failure;
  const differs = diffs.some(
    ({ comparison }) => comparison?.state === "different" || comparison?.state === "absent",
  );
  return differs && exitZero !== true ? exitStatus.findings : exitStatus.ok;
}
