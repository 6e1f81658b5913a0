import { type Context, CommandError, exitStatus, type ExitStatus } from "../../context.ts";
import { loadConfiguration } from "../../configuration/load-configuration.ts";
import { selectNames } from "../../configuration/select-targets.ts";
import { History } from "../../history/history.ts";
import type { HistoryOptions } from "./command.ts";
import { printError } from "../../report/error.ts";
import { historyLine, printHistory, type HistoryLine } from "./report.ts";

/** `traffic-policy history [target...]`: also of targets that the configuration has no longer. */
export default async function history(
  patterns: readonly string[],
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
  const names = selectNames([...known], patterns, "The history");
  const selected = lines.filter(({ output }) => names === undefined || names.has(output.target));
  printHistory(selected, options.format, context.terminal);
  return isComplete ? exitStatus.ok : exitStatus.failure;
}
