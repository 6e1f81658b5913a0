import { labelOf, type NamedTarget } from "@traffic-policy/project/selection";
import { listed } from "@traffic-policy/policy-language/internal";
import type { Connections } from "../service/connections.ts";
import type { PlanDetails } from "./plan-details.ts";

export function byName(targets: readonly NamedTarget[]): ReadonlyMap<string, NamedTarget> {
  return new Map(targets.map((target) => [target.name, target]));
}

export function describedRun(
  targets: readonly NamedTarget[],
  connections: Connections,
): Pick<PlanDetails, "description" | "environment" | "environments"> {
  const names = new Set(targets.map(({ configuration }) => configuration.environment?.name));
  // Names with environments in them are of a run for all, which a saved plan has to be applied as.
  const isForOne = targets.every(
    ({ name, key, configuration }) => name === labelOf(key, configuration.project),
  );
  const [environment] = names.size === 1 && isForOne ? names : [];
  const description = listed(connections.ofAll(targets).map((one) => one.description));
  if (environment !== undefined) return { description, environment };
  const environments = [...names].filter((name) => name !== undefined);
  const areAllNamed = environments.length > 0 && environments.length === names.size;
  return { description, ...(areAllNamed && { environments }) };
}

export function serviceText(targets: readonly NamedTarget[], connections: Connections): string {
  return connections
    .ofAll(targets)
    .map(({ name }) => name)
    .join(", ");
}
