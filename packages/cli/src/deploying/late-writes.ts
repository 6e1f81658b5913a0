import {
  checksum,
  type Plan,
  type PlannedTarget,
  type TargetDeployment,
} from "@traffic-policy/api";
import type { NamedTarget } from "@traffic-policy/project/selection";
import type { Context, Terminal } from "../context.ts";
import type { Histories } from "../history/histories.ts";
import { hasArrived, type UnknownWrite, type UnknownWrites } from "../history/unknown-writes.ts";
import { placeName } from "../service/target-words.ts";
import { visible } from "@traffic-policy/report";
import type { Connections } from "../service/connections.ts";

interface Known {
  readonly byName: ReadonlyMap<string, NamedTarget>;
  readonly histories: Histories;
  readonly connections: Connections;
  readonly context: Pick<Context, "clock" | "terminal">;
}

/**
 * Prints for each target whether it holds an earlier write with an unknown outcome, and adds these writes to the
 * plan. A write that arrives between the plan and the deployment then counts as our own, and not as a change by
 * somebody else.
 */
export function expectLateWrites(plan: Plan, known: Known): Plan {
  const targets = plan.targets.map((planned) => {
    const where = whereabouts(planned, known);
    const writes = where?.writes.to(where) ?? [];
    if (writes.length === 0) return planned;
    printLateWrites(planned, writes, known.context.terminal);
    return { ...planned, late: writes.map(({ sent }) => sent) };
  });
  return { ...plan, targets };
}

export function printLateWrites(
  planned: Pick<PlannedTarget, "name" | "checksum" | "action">,
  writes: readonly UnknownWrite[],
  { err }: Pick<Terminal, "err">,
): void {
  const now = planned.checksum ?? null;
  for (const write of writes) {
    // What may arrive is what it holds and has to hold.
    if (planned.action === "unchanged" && now === write.sent && !hasArrived(write, now)) continue;
    err(`${visible(planned.name)}: ${said(write, now)}\n`);
  }
}

function said(write: UnknownWrite, now: string | null): string {
  const { action, time, before, later } = write;
  const run = `the ${action} of ${time}`;
  if (hasArrived(write, now))
    return `The service holds what ${run} sent, whose outcome was unknown.`;
  if (now === before && later === undefined)
    return `The service holds what was there before ${run}; what that sent may still arrive.`;
  return `What ${run} sent may still arrive, because its outcome was unknown.`;
}

interface Sent extends Pick<UnknownWrite, "action" | "time"> {
  /** The checksum of each target's policy just before the write, by name; null for no policy. */
  readonly kept: ReadonlyMap<string, string | null>;
  readonly restored: ReadonlySet<string>;
}

/**
 * Forgets writes that are known to have arrived, and records those with an unknown outcome.
 *
 * @param sent - left out when nothing was written
 */
export function settleUnknown(
  deployments: readonly TargetDeployment[],
  planned: readonly PlannedTarget[],
  known: Known,
  sent?: Sent,
): void {
  const changed = new Set<UnknownWrites>();
  for (const [index, { outcome }] of deployments.entries()) {
    const one = planned[index];
    const where = one && whereabouts(one, known);
    if (one === undefined || where === undefined) continue;
    if (outcome === "failed" || outcome === "skipped") continue;
    const { writes, ...place } = where;
    const [old, wanted] = [one.checksum ?? null, one.local ? checksum(one.local) : null];
    const held = sent?.kept.get(one.name);
    writes.settle(place, held === undefined ? old : held);
    if (outcome === "unknown" && sent !== undefined) {
      const { action, time, restored } = sent;
      // What restores sends what was there, over what was deployed.
      const states = restored.has(one.name)
        ? { sent: old, before: wanted }
        : { sent: wanted, before: old };
      writes.add({ ...place, action, time, ...states });
    } else if (outcome === "applied" || outcome === "rolled-back") {
      writes.overwritten(place, outcome === "applied" ? wanted : old);
    }
    changed.add(writes);
  }
  for (const writes of changed) writes.save();
}

function whereabouts(
  { name, target }: PlannedTarget,
  { byName, histories, connections, context }: Known,
): (Pick<UnknownWrite, "target" | "service" | "place"> & { writes: UnknownWrites }) | undefined {
  const named = byName.get(name);
  if (named === undefined) return undefined;
  const { service } = connections.of(named);
  const writes = histories.of(named).unknownWrites(context.clock.now());
  return { target: named.key, service, place: placeName(target), writes };
}
