import type { History } from "./history.ts";
import type { KeptEntry } from "./history-entry.ts";

/**
 * The latest entry of a target; or, with a point in time, what the target held then: the first entry
 * that was kept at that time or later.
 *
 * @param from - as `pointInTime` gives it
 * @throws CommandError when an entry cannot be read
 */
export async function findEntry(
  history: History,
  target: string,
  from: string | undefined,
): Promise<KeptEntry | undefined> {
  let found: KeptEntry | undefined;
  for await (const entry of history.entriesOf(target)) {
    if (from === undefined) return entry;
    if (entry.id < from) break;
    found = entry;
  }
  return found;
}
