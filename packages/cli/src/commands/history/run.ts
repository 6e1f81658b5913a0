import { type Context, CommandError, exitStatus, type ExitStatus } from "../../context.ts";
import type { LoadedConfiguration } from "../../configuration/loaded-configuration.ts";
import { chooseProjects, type Project } from "../../configuration/projects.ts";
import { labelOf, selectNames } from "../../configuration/select-targets.ts";
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

/** `traffic-policy history [target...]`: also of targets that the configuration has no longer. */
async function listHistory(
  names: readonly string[],
  options: HistoryOptions,
  context: Context,
): Promise<ExitStatus> {
  const { projects, broken } = await chooseProjects(options, context);
  const lines: HistoryLine[] = [];
  let isComplete = !reportBroken({ projects, broken }, context);
  for (const { name, configuration } of projects) {
    for await (const entry of new History(configuration, context).entries()) {
      if (entry instanceof CommandError) {
        printError(entry, context);
        isComplete = false;
      } else lines.push(historyLine(entry, context.files, name));
    }
  }
  const targets = projects.flatMap(({ name, configuration }) =>
    Object.keys(configuration.targets).map((target) => labelOf(target, name)),
  );
  const known = new Set([...targets, ...lines.map(({ output }) => output.target)]);
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
  const { projects } = await chooseProjects(options, context);
  const { configuration, found } = await entryNamed(name, options, projects, context);
  const compared = options.diff
    ? await compareEntry(found, configuration, options, context)
    : undefined;
  const print = options.format === "json" ? printHistoryEntryJson : printHistoryEntry;
  print({ entry: found.entry, compared }, files, terminal);
  return exitStatus.ok;
}

interface FoundIn {
  readonly configuration: LoadedConfiguration;
  readonly found: FoundEntry;
}

/** The entry in the history of a project: the first that has it. */
async function entryNamed(
  name: string,
  options: HistoryShowOptions,
  projects: readonly Project[],
  context: Context,
): Promise<FoundIn> {
  let missing: unknown;
  for (const { name: project, configuration } of projects) {
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
