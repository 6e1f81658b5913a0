import { getOrAdd } from "@traffic-policy/policy-language/internal";

/**
 * Groups equal results, each with its environments. When results differ, drops those where all is well.
 *
 * @param keyOf - a key that equal results share
 * @param isWell - true when a result has nothing to report
 */
export function alike<Result>(
  results: readonly (readonly [environment: string | undefined, Result])[],
  keyOf: (result: Result) => string,
  isWell: (result: Result) => boolean,
): { readonly result: Result; readonly environments?: readonly string[] }[] {
  const groups = new Map<string, { result: Result; environments: string[] }>();
  for (const [environment, result] of results) {
    const group = getOrAdd(groups, keyOf(result), () => ({ result, environments: [] }));
    if (environment !== undefined) group.environments.push(environment);
  }
  const all = [...groups.values()];
  if (all.length <= 1) return all.map(({ result }) => ({ result }));
  return all.filter(({ result }) => !isWell(result));
}
