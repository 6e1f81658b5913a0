import { refuseChanged, type ChangedOptions } from "@traffic-policy/project/changed";
import type { Context, ExitStatus } from "../context.ts";

export type Note = (files: readonly string[]) => void;

/**
 * Runs a command once, or again whenever a file changes that the result depends on.
 *
 * @param paths - folders among them may get new files
 * @param verb - the activity: `tests`
 */
export async function onceOrWatched(
  paths: readonly string[],
  options: ChangedOptions & { readonly watch?: true; readonly watched?: true },
  {
    context,
    verb,
    once,
  }: {
    readonly context: Context;
    readonly verb: string;
    readonly once: (note: Note) => Promise<ExitStatus>;
  },
): Promise<ExitStatus> {
  if (options.watch) {
    refuseChanged(options, "--watch", `--watch already ${verb} what a change affects.`);
    const { watch } = await import("./watch.ts");
    return watch(paths, context);
  }
  if (!options.watched) return once(() => {});
  const { reportFiles } = await import("./report-files.ts");
  return reportFiles(context.cwd, once);
}
