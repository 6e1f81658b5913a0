import { type Context, CommandError, exitStatus, type ExitStatus } from "../../context.ts";
import { loadConfiguration } from "../../configuration/load-configuration.ts";
import { selectNames } from "../../configuration/select-targets.ts";
import { History } from "../../history/history.ts";
import { printError } from "../../report/error.ts";
import type { HistoryOptions, HistoryShowOptions } from "./command.ts";
import { compareEntry } from "./compare-entry.ts";
import { findNamedEntry } from "./find-entry.ts";
import {
  historyLine,
  type HistoryLine,
  printHistory,
  printHistoryEntry,
  printHistoryEntryJson,
} from "./report.ts";

/** `traffic-policy history [target...]`: also of targets that the configuration has no longer. */
async function listHistory(
  names: readonly string[],
  options: HistoryOptions,
  context: Context,
): Promise<ExitStatus> {
  const configuration = await loadConfiguration(options, context);
  const lines: HistoryLine[] = [];
  let isComplete = true;
  for await (const entry of new History(configuration, context).entries()) {
    if (entry instanceof CommandError) {
      printError(entry, context);
      isComplete = false;
    } else lines.push(historyLine(entry, context.files));
  }
  const known = new Set([
    ...Object.keys(configuration.targets),
    ...lines.map(({ output }) => output.target),
  ]);
  const selection = selectNames([...known], names, "The history");
  const selected = lines.filter(
    ({ output }) => selection === undefined || selection.has(output.target),
  );
  printHistory(selected, options.format, context.terminal);
  return isComplete ? exitStatus.ok : exitStatus.failure;
}

/** `traffic-policy history show <entry>`: what it held, and how that differs from what replaced it. */
async function showEntry(
  name: string,
  options: HistoryShowOptions,
  context: Context,
): Promise<ExitStatus> {
  const { files, terminal } = context;
  const configuration = await loadConfiguration(options, context);
  const history = new History(configuration, context);
  const found = await findNamedEntry(history, name, options.target);
  const compared = options.diff
    ? await compareEntry(found, configuration, options, context)
    : undefined;
  const print = options.format === "json" ? printHistoryEntryJson : printHistoryEntry;
  print({ entry: found.entry, compared }, files, terminal);
  return exitStatus.ok;
}

export default { list: listHistory, show: showEntry };
