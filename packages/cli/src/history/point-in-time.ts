import { basename } from "node:path";
import { CommandError } from "../context.ts";

const form =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d)[:-](\d\d)(?:[:-](\d\d(?:\.\d{1,9})?))?)?(Z|[+-]\d\d:?\d\d)?(-\d+)?$/;

/**
 * Parses a point in time to the `id` of an entry, or to a value comparable with it. Accepts a time, which is local
 * unless it has a zone, or an entry of the history.
 *
 * @throws CommandError when the text is neither
 */
export function pointInTime(text: string): string {
  const [, day, hours = "00", minutes = "00", seconds = "00", zone, number = ""] =
    form.exec(basename(text, ".json")) ?? [];
  const time =
    day === undefined
      ? new Date(Number.NaN)
      : new Date(`${day}T${hours}:${minutes}:${seconds}${zone ?? ""}`);
  if (!Number.isNaN(time.getTime()) && isDay(day ?? "")) return `${time.toISOString()}${number}`;
  throw new CommandError(`"${text}" is neither a time nor an entry of the history.`, {
    help: "Write it like 2026-11-21, 2026-11-21T10:30 or 2026-11-21T10:30:00Z, or as `traffic-policy history` lists it.",
  });
}

/** JavaScript reads the 31st of February as the 3rd of March. */
function isDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
