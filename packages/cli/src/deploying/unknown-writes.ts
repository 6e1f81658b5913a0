import {
  checksum,
  type Plan,
  type PlannedTarget,
  type TargetDeployment,
} from "@traffic-policy/api";
import type { Terminal } from "../context.ts";
import type { NamedTarget } from "../configuration/select-targets.ts";
import type { Histories } from "../history/histories.ts";
import type { UnknownWrite, UnknownWrites } from "../history/unknown-writes.ts";
import { placeName } from "../report/target.ts";
import { visible } from "../report/text.ts";
import type { Connections } from "../service/connections.ts";

/** Where a run finds what is not known of earlier ones. */
interface Known {
  readonly byName: ReadonlyMap<string, NamedTarget>;
  readonly histories: Histories;
  readonly connections: Connections;
}

/**
 * Says of each target whether it holds what an earlier write sent, whose outcome was unknown. One that arrives
 * between the plan and the deployment is then taken for our own, and not for a change by somebody else.
 */
export function expectLateWrites(plan: Plan, known: Known, terminal: Terminal): Plan {
  const targets = plan.targets.map((planned) => {
    const write = earlierWrite(planned, known);
    if (write === undefined) return planned;
    const now = planned.checksum ?? null;
    const said = now === write.sent ? arrived : now === write.before ? mayArrive : undefined;
    if (said !== undefined) terminal.err(`${visible(planned.name)}: ${said(write)}\n`);
    return { ...planned, late: write.sent };
  });
  return { ...plan, targets };
}

function arrived({ action, time }: UnknownWrite): string {
  return `The service holds what the ${action} of ${time} sent, whose outcome was unknown.`;
}

function mayArrive({ action, time }: UnknownWrite): string {
  return `The service holds what was there before the ${action} of ${time}; what that sent may still arrive.`;
}

/**
 * Forgets the writes of which it is known now what became of them, and remembers those whose outcome is unknown.
 *
 * @param sent - what wrote, and when, and the names of targets that it has restored; left out when nothing was written
 */
export function settleUnknown(
  deployments: readonly TargetDeployment[],
  planned: readonly PlannedTarget[],
  known: Known,
  sent?: Pick<UnknownWrite, "action" | "time"> & { readonly restored: ReadonlySet<string> },
): void {
  const changed = new Set<UnknownWrites>();
  for (const [index, { outcome }] of deployments.entries()) {
    const one = planned[index];
    if (one === undefined) continue;
    const where = whereabouts(one, known);
    if (where === undefined) continue;
    const { writes, ...place } = where;
    const hasArrived = outcome === "unchanged" && isSame(one, writes.to(place)?.sent);
    if (outcome === "unknown" && sent !== undefined) {
      const { action, time, restored } = sent;
      const [old, wanted] = [one.checksum ?? null, one.local ? checksum(one.local) : null];
      // What restores sends what was there, over what was deployed.
      const states = restored.has(one.name)
        ? { sent: old, before: wanted }
        : { sent: wanted, before: old };
      writes.add({ ...place, action, time, ...states });
    } else if (outcome === "applied" || outcome === "rolled-back" || hasArrived) {
      writes.settle(place.target);
    } else {
      continue;
    }
    changed.add(writes);
  }
  for (const writes of changed) writes.save();
}

function isSame({ checksum: now }: PlannedTarget, sent: string | null | undefined): boolean {
  return sent !== undefined && (now ?? null) === sent;
}

function earlierWrite(planned: PlannedTarget, known: Known): UnknownWrite | undefined {
  const where = whereabouts(planned, known);
  return where?.writes.to(where);
}

function whereabouts(
  { name, target }: PlannedTarget,
  { byName, histories, connections }: Known,
): (Pick<UnknownWrite, "target" | "service" | "place"> & { writes: UnknownWrites }) | undefined {
  const named = byName.get(name);
  if (named === undefined) return undefined;
  const { service } = connections.of(named);
  const { unknownWrites: writes } = histories.of(named);
  return { target: named.key, service, place: placeName(target), writes };
}
