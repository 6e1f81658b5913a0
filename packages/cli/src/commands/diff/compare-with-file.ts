import { planTarget } from "@traffic-policy/api";
import { CommandError } from "../../command-error.ts";
import type { NamedTarget } from "../../configuration/select-targets.ts";
import { isExpected } from "../../expected-error.ts";
import { loadLocalModule } from "./load-local-module.ts";
import { readStoredFile } from "./stored-file.ts";
import { comparisonIn, type TargetDiff } from "./target-diff.ts";

/**
 * Compares the local policy of a target with what a file holds, in the place of the service.
 *
 * @throws CommandError when several targets are given, or the file cannot be read
 */
export async function compareWithFile(
  targets: readonly NamedTarget[],
  file: string,
): Promise<TargetDiff> {
  const [target, ...others] = targets;
  if (target === undefined || others.length > 0) {
    throw new CommandError(
      `--stored compares one target with a file, and ${targets.length} are selected.`,
      { help: "Name one with --target." },
    );
  }
  const stored = await readStoredFile(file);
  const { local, error } = await loadLocalModule(target);
  if (local === undefined) return { ...target, error };
  const module = stored && { ...stored, enabled: stored.enabled ?? target.enabled };
  try {
    const planned = planTarget({ ...target, local }, module, { anyValue: true });
    return { ...target, comparison: comparisonIn(planned) };
  } catch (reason) {
    if (!isExpected(reason)) throw reason;
    return { ...target, error: reason };
  }
}
