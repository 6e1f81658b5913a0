import type { History } from "./history.ts";
import type { KeptEntry } from "./history-entry.ts";

/** Which entry of a target is looked for. */
export interface EntrySearch {
  /** What the target is at, as entries have it. Entries of other services are passed over. */
  readonly service: string;
  /** A point in time, as `pointInTime` gives it; the end of time when left out. */
  readonly to: string | undefined;
}

/**
 * The latest entry of a target; or, with a point in time, what the target held then: the first entry
 * that was kept at that time or later.
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
    if (to !== undefined && entry.id < to) break;
    if (entry.service !== service) {
      if (entry.id === to) return entry;
      other ??= entry;
      continue;
    }
    if (to === undefined) return entry;
    found = entry;
  }
  return found ?? other;
}
