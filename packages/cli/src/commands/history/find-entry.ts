import { serialize } from "@traffic-policy/policy-language";
import { CommandError } from "../../context.ts";
import { type History, type KeptEntry, targetOf } from "../../history/history.ts";
import { pointInTime } from "../../history/point-in-time.ts";
import { listed } from "@traffic-policy/policy-language/internal";

export interface FoundEntry {
  readonly entry: KeptEntry;
  /** The next entry of the target at the same place; undefined for the latest. */
  readonly next: KeptEntry | undefined;
}

/**
 * Finds an entry of the history.
 *
 * @param name - its time, its `id` or its file; or a target, for its latest entry
 * @param target - selects among several entries with the same time
 * @throws CommandError when there is none, there are several, or an entry of the target is damaged
 */
export async function findNamedEntry(
  history: History,
  name: string,
  target: string | undefined,
): Promise<FoundEntry> {
  const entries: KeptEntry[] = [];
  const damaged: CommandError[] = [];
  for await (const entry of history.entries()) {
    if (entry instanceof CommandError) damaged.push(entry);
    else if (target === undefined || entry.target === target) entries.push(entry);
  }
  const [entry, ...others] = entriesNamed(name, entries);
  if (entry === undefined) throw damaged[0] ?? noSuchEntry(name, target);
  if (others.length > 0) {
    const ids = [entry, ...others].map((one) => `${one.id} of ${one.target}`);
    throw new CommandError(`Several entries of the history have the time ${name}.`, {
      help: `Name one of them, or its target with --target: ${listed(ids, 5)}.`,
    });
  }
  return { entry, next: nextOf(entry, entries) };
}

function entriesNamed(name: string, entries: readonly KeptEntry[]): readonly KeptEntry[] {
  const point = pointIfAny(name);
  if (point !== undefined) {
    const exact = entries.filter(({ id }) => id === point);
    return exact.length > 0 ? exact : entries.filter(({ time }) => time === point);
  }
  return entries.filter((entry) => entry.target === name).slice(0, 1);
}

function pointIfAny(name: string): string | undefined {
  try {
    return pointInTime(name);
  } catch {
    return undefined;
  }
}

function noSuchEntry(name: string, target: string | undefined): CommandError {
  const of = target === undefined ? "" : ` of ${target}`;
  return new CommandError(`The history has no entry "${name}"${of}.`, {
    help: "`traffic-policy history` lists the entries: name one by its time or, for its latest one, a target.",
  });
}

/** @param entries - includes those of the target, latest first */
function nextOf(entry: KeptEntry, entries: readonly KeptEntry[]): KeptEntry | undefined {
  const later = entries.slice(0, entries.indexOf(entry));
  return later.findLast(
    (one) =>
      one.target === entry.target &&
      one.service === entry.service &&
      serialize(targetOf(one)) === serialize(targetOf(entry)),
  );
}
