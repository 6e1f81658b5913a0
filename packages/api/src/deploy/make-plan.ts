import { getOrAdd } from "@traffic-policy/policy-language/internal";
import { checkedConcurrency } from "../configuration/settings.ts";
import { ServiceError } from "../errors/service-error.ts";
import { identifiersOf } from "../policy/kinds/index.ts";
import { clientFor, type Clients } from "../policy/target.ts";
import { readEachModule, type ModuleReading } from "../policy/read-policies.ts";
import type { WriteOptions } from "../operation.ts";
import { DeploymentError } from "./deployment-error.ts";
import { planAmong } from "./plan-target.ts";
import type { Plan, PlannedTarget, UnreadTarget, WantedPolicy } from "./plan.ts";

export interface PlanOptions extends Pick<WriteOptions, "signal" | "stop" | "anyValue"> {
  /** Requests at the same time; 8 by default. */
  readonly concurrency?: number | undefined;
  /** Called for every target that was read, or could not be read. An error that it throws ends the plan. */
  readonly onProgress?: ((event: PlanEvent) => void) | undefined;
}

/** A target was read, or could not be. */
export interface PlanEvent {
  readonly wanted: WantedPolicy;
  /** How many are done with, this one included. */
  readonly done: number;
  readonly total: number;
}

/**
 * Reads what services hold for many targets, and compares each with what it should hold. TCP edges
 * and cloud endpoints come from the lists of their service, a hundred per request; each stored policy is dropped when it was compared, but
 * for the text of those that are to be changed.
 *
 * What the service does wrong ends in `unread` and is never thrown.
 *
 * @example
 * ```ts
 * const local = { enabled: true, value: JSON.stringify(policy) };
 * const plan = await makePlan(client, [
 *   { name: "ssh", target: { kind: "tcp-edge", edge: "edge_1" }, local },
 * ]);
 * const deployments = await deployPlan(client, plan.targets);
 * ```
 */
export async function makePlan(
  clients: Clients,
  wanted: readonly WantedPolicy[],
  { concurrency, onProgress, anyValue, signal, stop }: PlanOptions = {},
): Promise<Plan> {
  checkedConcurrency(concurrency);
  const results: (PlannedTarget | UnreadTarget)[] = [];
  const first = firstOfEach(wanted);
  const known: Parameters<typeof planAmong>[0] = new Map();
  let done = 0;
  const visit = ({ stored, error }: ModuleReading, index: number): void => {
    const one = wanted[index];
    if (one === undefined) return;
    const isNew = results[index] === undefined;
    results[index] = plannedOrUnread(one, () => {
      if (error !== undefined) throw error;
      const other = wanted[first.get(placeOf(one)) ?? index];
      if (other !== undefined && other !== one) throw sameTarget(other);
      return planAmong(known, one, stored, { anyValue });
    });
    if (!isNew) return;
    done += 1;
    onProgress?.({ wanted: one, done, total: wanted.length });
  };
  const services = new Map<string | undefined, number[]>();
  for (const [index, { service }] of wanted.entries()) {
    getOrAdd(services, service, () => []).push(index);
  }
  await Promise.all(
    [...services.values()].map((indexes) => {
      const own = indexes.flatMap((index) => wanted[index] ?? []);
      const client = clientFor(clients, own[0] ?? {});
      const places = own.map(({ target }) => target);
      const visitOwn = (reading: ModuleReading, at: number): void =>
        visit(reading, indexes[at] ?? -1);
      return readEachModule(client, places, visitOwn, { concurrency, signal, stop });
    }),
  );
  const targets: PlannedTarget[] = [];
  const unread: UnreadTarget[] = [];
  for (const result of results) {
    if ("error" in result) unread.push(result);
    else targets.push(result);
  }
  return { targets, unread };
}

function plannedOrUnread(
  wanted: WantedPolicy,
  plan: () => PlannedTarget,
): PlannedTarget | UnreadTarget {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof DeploymentError)) throw error;
    const { name, target, service, local } = wanted;
    return { name, target, ...(service !== undefined && { service }), local, error };
  }
}

function firstOfEach(wanted: readonly WantedPolicy[]): ReadonlyMap<string, number> {
  const places = wanted.map((one, index): [string, number] => [placeOf(one), index]);
  return new Map(places.toReversed());
}

function sameTarget({ name }: WantedPolicy): DeploymentError {
  return new DeploymentError(`It is the same target as "${name}".`, {
    help: "Name each place that holds a policy once.",
  });
}

function placeOf({ target, service = "" }: WantedPolicy): string {
  return JSON.stringify([service, target.kind, ...identifiersOf(target)]);
}
