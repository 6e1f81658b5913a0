import { getOrAdd } from "@traffic-policy/policy-language";

/**
 * Results that differ, each with its environments; that all is well elsewhere is not worth a line.
 *
 * @param keyOf - what is the same of equal results
 * @param isWell - whether there is nothing to say of a result
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
