import type { LoadedConfiguration } from "@traffic-policy/project";
import { labelOf, selectNames } from "@traffic-policy/project/selection";
import { projectOf } from "../../configuration/project.ts";
import { type Context, CommandError, exitStatus, type ExitStatus } from "../../context.ts";
import { reportBroken } from "../../deploying/prepare.ts";
import { History } from "../../history/history.ts";
import { printError } from "../../report/error.ts";
import type { HistoryOptions, HistoryShowOptions } from "./command.ts";
import { compareEntry } from "./compare-entry.ts";
import { findNamedEntry, type FoundEntry } from "./find-entry.ts";
import {
  historyLine,
  type HistoryLine,
  printHistory,
  printHistoryEntry,
  printHistoryEntryJson,
} from "./report.ts";

/** Runs `traffic-policy history [target...]`; includes targets that are no longer in the configuration. */
async function listHistory(
  names: readonly string[],
  options: HistoryOptions,
  context: Context,
): Promise<ExitStatus> {
  const chosen = await projectOf(options, context).configurations.chosen();
  const lines: HistoryLine[] = [];
  let isComplete = !reportBroken(chosen, context);
  for (const configuration of chosen.configurations) {
    for await (const entry of new History(configuration, context).entries()) {
      if (entry instanceof CommandError) {
        printError(entry, context);
        isComplete = false;
      } else lines.push(historyLine(entry, context.files, configuration.project));
    }
  }
  const targets = chosen.configurations.flatMap(({ targets: own, project }) =>
    Object.keys(own).map((target) => labelOf(target, project)),
  );
  const known = new Set([...targets, ...lines.map(({ output }) => output.target)]);
  const selection = selectNames([...known], names, "The history");
  const selected = lines.filter(
    ({ output }) => selection === undefined || selection.has(output.target),
  );
  printHistory(selected, options.format, context.terminal);
  return isComplete ? exitStatus.ok : exitStatus.failure;
}

/** Runs `traffic-policy history show <entry>`: shows the entry, and how it differs from its replacement. */
async function showEntry(
  name: string,
  options: HistoryShowOptions,
  context: Context,
): Promise<ExitStatus> {
  const { files, terminal } = context;
  const { configurations } = await projectOf(options, context).configurations.chosen();
  const { configuration, found } = await entryNamed(name, options, configurations, context);
  const compared = options.diff
    ? await compareEntry(found, configuration, options, context)
    : undefined;
  const print = options.format === "json" ? printHistoryEntryJson : printHistoryEntry;
  print({ entry: found.entry, compared }, files, terminal);
  return exitStatus.ok;
}

async function entryNamed(
  name: string,
  options: HistoryShowOptions,
  configurations: readonly LoadedConfiguration[],
  context: Context,
): Promise<{
  readonly configuration: LoadedConfiguration;
  readonly found: FoundEntry;
}> {
  let missing: unknown;
  for (const configuration of configurations) {
    const { project } = configuration;
    const own = project === undefined ? name : name.replace(`${project}:`, "");
    try {
      const history = new History(configuration, context);
      return { configuration, found: await findNamedEntry(history, own, options.target) };
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      missing ??= error;
    }
  }
  throw missing;
}

export default { list: listHistory, show: showEntry };
