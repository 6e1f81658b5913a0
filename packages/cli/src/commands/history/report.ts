import { serialize } from "@traffic-policy/policy-language";
import type { KeptEntry } from "../../history/history-entry.ts";
import { relativePath } from "../../relative-path.ts";
import type { Format } from "../../program/options.ts";
import type { Terminal } from "../../terminal.ts";
import { summarizePolicyModule } from "../../report/policy-module.ts";
import { renderTable } from "../../report/table.ts";
import { describeTarget } from "../../report/target.ts";
import { targetOf } from "../../history/target-of.ts";

/** What is shown of an entry; its policy may be long. */
export interface HistoryLine {
  readonly target: string;
  readonly id: string;
  readonly time: string;
  readonly where: string;
  readonly service: string;
  readonly held: string;
  readonly state: "enabled" | "disabled" | "absent";
  readonly run: string;
  readonly file: string;
  readonly place: object;
}

/** Takes from an entry what is shown of it. */
export function historyLine(entry: KeptEntry): HistoryLine {
  const { target, id, time, service, stored, run, file } = entry;
  const place = targetOf(entry);
  return {
    target,
    id,
    time,
    where: describeTarget(place),
    service,
    held: stored === null ? "no policy" : summarizePolicyModule(stored),
    state: stored === null ? "absent" : stored.enabled ? "enabled" : "disabled",
    run,
    file: relativePath(file),
    place,
  };
}

/** Prints what is kept. */
export function printHistory(
  lines: readonly HistoryLine[],
  format: Format,
  { out, err, style }: Terminal,
): void {
  if (format === "json") {
    const entries = lines.map(({ target, place, service, id, run, state, file }) => ({
      target,
      ...place,
      service,
      entry: id,
      run,
      state,
      file,
    }));
    out(`${serialize({ version: 1, entries }, 2)}\n`);
  } else if (lines.length === 0) err("Nothing is kept yet.\n");
  else {
    const rows = lines.map(({ target, time, held, where, service }) => [
      target,
      time,
      held,
      where,
      service,
    ]);
    out(
      renderTable(["target", "overwritten at", "held until then", "place", "service"], rows, style),
    );
  }
}
