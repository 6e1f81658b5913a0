import { comparePolicy, readPolicies, type Client, type LocalPolicy } from "@traffic-policy/api";
import type { NamedTarget } from "../configuration/select-targets.ts";
import { loadLocalPolicy } from "../policy-file/local-policy.ts";
import { isExpected } from "../report/failure.ts";
import type { TargetDiff } from "./target-diff.ts";

/** The local policy of a target, or why there is none. */
export type LocalSide = NamedTarget &
  (
    | { readonly local: LocalPolicy; readonly error?: never }
    | { readonly error: Error; readonly local?: never }
  );

/** Loads the local policy of a target; what is wrong with it does not hide other targets. */
export async function loadLocalSide(target: NamedTarget): Promise<LocalSide> {
  try {
    return { ...target, local: await loadLocalPolicy(target) };
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { ...target, error };
  }
}

/**
 * Compares what the service holds with the local policies, in the order of the targets. One whose
 * local policy cannot be loaded costs no request.
 */
export async function compareTargets(
  client: Client,
  targets: readonly NamedTarget[],
): Promise<TargetDiff[]> {
  const sides: LocalSide[] = [];
  for (const target of targets) sides.push(await loadLocalSide(target));
  const loaded = sides.filter(({ local }) => local !== undefined);
  const readings = await readPolicies(
    client,
    loaded.map(({ target }) => target),
  );
  const next = readings.values();
  return sides.map(({ local, error, ...target }): TargetDiff => {
    if (local === undefined) return { ...target, error };
    const { value: reading } = next.next();
    return reading?.error === undefined
      ? { ...target, comparison: comparePolicy(local, reading?.stored) }
      : { ...target, error: reading.error };
  });
}
