import { serialize } from "@traffic-policy/policy-language";
import type { NamedTarget } from "@traffic-policy/project/selection";
import { CommandError } from "../../context.ts";
import { listed } from "@traffic-policy/policy-language/internal";
import { describeTarget } from "../../service/target-words.ts";
import type { Connection } from "../../service/connect.ts";
import type { Connections } from "../../service/connections.ts";
import type { Histories } from "../../history/histories.ts";
import { type History, type KeptEntry, targetOf } from "../../history/history.ts";
import { pointInTime } from "../../history/point-in-time.ts";

export interface RestoreRequest {
  readonly targets: readonly NamedTarget[];
  readonly named: readonly string[];
  /** A time, or an entry. */
  readonly to: string | undefined;
  readonly lastRun: boolean;
}

export interface Restored extends NamedTarget {
  readonly entry: KeptEntry;
}

export async function entriesToRestore(
  histories: Histories,
  connections: Connections,
  { targets, named, to, lastRun }: RestoreRequest,
): Promise<readonly Restored[]> {
  const until = to === undefined ? undefined : pointInTime(to);
  const found: Restored[] = [];
  for (const target of targets) {
    const { service } = connections.of(target);
    const entry = await findEntry(histories.of(target), target.key, service, until);
    if (entry !== undefined) found.push({ ...target, entry });
    else if (named.includes(target.name) || named.includes(target.key))
      throw noHistory([target], to);
  }
  if (found.length === 0) throw noHistory(targets, to);
  const [last] = found.map(({ entry }) => entry).toSorted(latestFirst);
  const restored = lastRun ? found.filter(({ entry }) => entry.run === last?.run) : found;
  for (const one of restored) checkPlace(one, connections.of(one));
  return restored;
}

function latestFirst(one: KeptEntry, other: KeptEntry): number {
  return other.number - one.number || (one.run < other.run ? 1 : -1);
}

function noHistory(targets: readonly NamedTarget[], to: string | undefined): CommandError {
  const names = targets.map(({ name }) => name);
  const since = to === undefined ? "" : ` since ${to}`;
  return new CommandError(`No history for ${listed(names, 5)}${since}.`, {
    help: "`traffic-policy history` lists the policies that were overwritten or deleted.",
  });
}

function checkPlace({ name, target, entry }: Restored, { service, description }: Connection): void {
  const place = targetOf(entry);
  const reason =
    entry.service !== service
      ? `is for the service ${entry.service}, not for ${description}`
      : serialize(place) !== serialize(target)
        ? `is for ${describeTarget(place)}, but the target is now ${describeTarget(target)}`
        : undefined;
  if (reason === undefined) return;
  throw new CommandError(`The entry ${entry.id} of ${name} ${reason}.`, {
    help: "`traffic-policy history` lists the others; name one with --to.",
  });
}

/**
 * Finds the latest entry of a target; or, with a time, the policy at that time: the first entry with that time or a
 * later time.
 *
 * @param service - of the target, as entries name it; entries of other services are skipped
 * @param to - a time or an entry, as `pointInTime` returns it; the latest entry when left out
 * @returns an entry of another service when it is named, or when there is no other
 * @throws CommandError when an entry cannot be read
 */
export async function findEntry(
  history: History,
  target: string,
  service: string,
  to: string | undefined,
): Promise<KeptEntry | undefined> {
  let found: KeptEntry | undefined;
  let other: KeptEntry | undefined;
  for await (const entry of history.entriesOf(target)) {
    if (entry.id === to) return entry;
    if (to !== undefined && entry.time < to) continue;
    if (entry.service !== service) other ??= entry;
    else if (to === undefined) return entry;
    else if (found?.time !== to) found = entry;
  }
  return found ?? other;
}
