import type { History } from "../../history/history.ts";
import type { KeptEntry } from "../../history/history-entry.ts";

/** Which entry of a target is looked for. */
export interface EntrySearch {
  /** What the target is at, as entries have it. Entries of other services are passed over. */
  readonly service: string;
  /** A time or an entry, as `pointInTime` gives it; the end of time when left out. */
  readonly to: string | undefined;
}

/**
 * The latest entry of a target; or, with a time, what the target held then: the first of the entries
 * with that time or a later one.
 *
 * @returns an entry of another service when it is named, or when there is no other
 * @throws CommandError when an entry cannot be read
 */
export async function findEntry(
  history: History,
  target: string,
  { service, to }: EntrySearch,
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
