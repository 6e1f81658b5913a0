import type { Files } from "@traffic-policy/policy-module";
import { type KeptEntry, targetOf } from "../../history/history.ts";
import type { Format } from "../../program/options.ts";
import { printJson } from "../../report/json.ts";
import { describeTarget, summarizePolicyModule } from "../../report/target.ts";
import { renderTable } from "../../report/table.ts";
import type { Terminal } from "../../context.ts";
import type { HistoryOutput } from "./output.ts";

/** What is shown of an entry; its policy may be long. */
export interface HistoryLine {
  readonly output: HistoryOutput["entries"][number];
  readonly cells: readonly string[];
}

export function historyLine(entry: KeptEntry, files: Files): HistoryLine {
  const { target, id, time, service, stored, run, file } = entry;
  const place = targetOf(entry);
  const state = stored === null ? "absent" : stored.enabled ? "enabled" : "disabled";
  const held = stored === null ? "no policy" : summarizePolicyModule(stored);
  return {
    output: { target, ...place, service, entry: id, run, state, file: files.nameOf(file) },
    cells: [target, time, held, describeTarget(place), service],
  };
}

const headings = ["target", "overwritten at", "held until then", "place", "service"];

export function printHistory(
  lines: readonly HistoryLine[],
  format: Format,
  terminal: Terminal,
): void {
  if (format === "json") {
    const output: HistoryOutput = { version: 1, entries: lines.map((line) => line.output) };
    printJson(output, terminal);
  } else if (lines.length === 0) terminal.err("The history is empty.\n");
  else {
    const rows = lines.map(({ cells }) => cells);
    terminal.out(renderTable(headings, rows, terminal.style));
  }
}
