import { serialize } from "@traffic-policy/policy-language";
import { CommandError } from "../../command-error.ts";
import type { NamedTarget } from "../../configuration/select-targets.ts";
import { listed } from "../../listed.ts";
import { describeTarget } from "../../report/target.ts";
import type { Connection } from "../../service/connect.ts";
import { findEntry } from "./find-entry.ts";
import type { History } from "../../history/history.ts";
import type { KeptEntry } from "../../history/history-entry.ts";
import { pointInTime } from "./point-in-time.ts";
import { targetOf } from "../../history/target-of.ts";

/** What is to be put back. */
export interface RestoreRequest {
  /** Targets, of which those without an entry are passed over. */
  readonly targets: readonly NamedTarget[];
  /** Names of targets that have to have an entry. */
  readonly named: readonly string[];
  /** A time, or an entry. */
  readonly to: string | undefined;
  /** Whether only what the last run overwrote is meant. */
  readonly lastRun: boolean;
}

/** A target, and the entry that it is put back to. */
export interface Restored extends NamedTarget {
  readonly entry: KeptEntry;
}

/**
 * Finds the entries that targets are put back to.
 *
 * @throws CommandError when there is none, or one is about another place
 */
export async function entriesToRestore(
  history: History,
  connection: Connection,
  { targets, named, to, lastRun }: RestoreRequest,
): Promise<readonly Restored[]> {
  const search = {
    service: connection.service,
    to: to === undefined ? undefined : pointInTime(to),
  };
  const found: Restored[] = [];
  for (const target of targets) {
    const entry = await findEntry(history, target.name, search);
    if (entry !== undefined) found.push({ ...target, entry });
    else if (named.includes(target.name)) throw nothingKept([target], to);
  }
  if (found.length === 0) throw nothingKept(targets, to);
  const [last] = found.map(({ entry }) => entry).toSorted(latestFirst);
  const restored = lastRun ? found.filter(({ entry }) => entry.run === last?.run) : found;
  for (const one of restored) checkPlace(one, connection);
  return restored;
}

function latestFirst(one: KeptEntry, other: KeptEntry): number {
  return other.number - one.number || (one.run < other.run ? 1 : -1);
}

function nothingKept(targets: readonly NamedTarget[], to: string | undefined): CommandError {
  const names = targets.map(({ name }) => name);
  const since = to === undefined ? "" : ` since ${to}`;
  return new CommandError(`Nothing is kept of ${listed(names, 5)}${since}.`, {
    help: "`traffic-policy history` lists what is kept of policies that were overwritten or deleted.",
  });
}

function checkPlace({ name, target, entry }: Restored, { service, description }: Connection): void {
  const place = targetOf(entry);
  const reason =
    entry.service !== service
      ? `is about the service ${entry.service}, and not about ${description}`
      : serialize(place) !== serialize(target)
        ? `is about ${describeTarget(place)}, and the target is ${describeTarget(target)} now`
        : undefined;
  if (reason === undefined) return;
  throw new CommandError(`The entry ${entry.id} of ${name} ${reason}.`, {
    help: "`traffic-policy history` lists the others, and --to takes one.",
  });
}
