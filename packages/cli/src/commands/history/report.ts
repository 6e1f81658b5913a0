import { readModule, type TrafficPolicyModule } from "@traffic-policy/api";
import type { Files } from "@traffic-policy/project";
import { labelOf } from "@traffic-policy/project/selection";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import { type HistoryEntry, type KeptEntry, targetOf } from "../../history/history.ts";
import { commitText } from "../../git/checked-out-commit.ts";
import type { Format } from "../../program/options.ts";
import { renderChanges } from "@traffic-policy/report/changes";
import { printJson } from "../../report/json.ts";
import {
  describeTarget,
  renderPolicyModule,
  summarizePolicyModule,
} from "../../service/target-words.ts";
import { renderFields, renderTable, visible } from "@traffic-policy/report";
import type { Terminal } from "../../context.ts";
import type { ComparedEntry } from "./compare-entry.ts";
import type { HistoryEntryOutput, HistoryOutput } from "./output.ts";

type Listed = HistoryOutput["entries"][number];

export interface HistoryLine {
  readonly output: Listed;
  readonly cells: readonly string[];
}

export function historyLine(entry: KeptEntry, files: Files, project?: string): HistoryLine {
  const { time, service, stored } = entry;
  const held = stored === null ? "no policy" : summarizePolicyModule(stored, entry.kind);
  const target = labelOf(entry.target, project);
  return {
    output: { ...listedEntry(entry, files), target },
    cells: [target, time, held, describeTarget(targetOf(entry)), service],
  };
}

function listedEntry(entry: KeptEntry, files: Files): Listed {
  const { target, id, service, stored, run, file, action, user, host, commit } = entry;
  const origin = { action, user, host, commit };
  const state = stateOf(stored ?? undefined);
  const name = files.nameOf(file);
  return { target, ...targetOf(entry), service, entry: id, run, ...origin, state, file: name };
}

function stateOf(stored: TrafficPolicyModule | undefined): Listed["state"] {
  if (stored === undefined) return "absent";
  return stored.enabled ? "enabled" : "disabled";
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
    terminal.print(renderTable(headings, rows, terminal.style));
  }
}

export interface ShownEntry {
  readonly entry: KeptEntry;
  readonly compared: ComparedEntry | undefined;
}

export function printHistoryEntry(shown: ShownEntry, files: Files, terminal: Terminal): void {
  const { entry, compared } = shown;
  const { print, style } = terminal;
  print(renderFields(`${entry.target}, until ${entry.time}`, fieldsOf(entry, files), style));
  if (compared !== undefined) print(`\n${renderCompared(compared, style)}`);
  print(`\n${style.bold("It held:")}\n`);
  print(
    entry.stored === null ? "no policy\n" : renderPolicyModule(entry.stored, style, entry.kind),
  );
}

function fieldsOf(
  entry: KeptEntry,
  files: Files,
): (readonly [name: string, value: string | undefined])[] {
  const { id, service, file, commit } = entry;
  return [
    ["entry", id],
    ["place", describeTarget(targetOf(entry))],
    ["service", service],
    ["overwritten", overwrittenText(entry)],
    ["from", commit === undefined ? "no known commit" : commitText(commit, commit.id.length)],
    ["file", files.nameOf(file)],
  ];
}

/** `by a deploy of anna on desk`, as far as known. */
function overwrittenText({ time, action, user, host }: HistoryEntry): string {
  const what = {
    deploy: "a deploy",
    promote: "a promotion",
    rollback: "a rollback",
    update: "an update",
    delete: "a deletion",
  };
  const by = action === undefined ? [] : [`by ${what[action]}`];
  const who = user === undefined ? [] : [action === undefined ? `by ${user}` : `of ${user}`];
  return [time, ...by, ...who, ...(host === undefined ? [] : [`on ${host}`])].join(" ");
}

function renderCompared(compared: ComparedEntry, style: Terminal["style"]): string {
  if (compared.with === "nothing") {
    return `${style.yellow("Not compared:")} ${visible(compared.reason)}\n`;
  }
  const other =
    compared.with === "service"
      ? "what the service holds now"
      : `what it held next, until ${compared.with.time} (entry ${compared.with.id})`;
  const heading = `${style.bold(`Compared with ${visible(other)}:`)}\n`;
  if (compared.later === undefined) return `${heading}  no policy\n`;
  if (compared.changes.length === 0) return `${heading}  no difference\n`;
  return (
    heading +
    renderChanges(compared.changes, {
      wording: "later",
      style,
      mask: new SecretMask(),
      verbose: true,
    })
  );
}

export function printHistoryEntryJson(
  { entry, compared }: ShownEntry,
  files: Files,
  terminal: Terminal,
): void {
  const { stored } = entry;
  const output: HistoryEntryOutput = {
    version: 1,
    ...listedEntry(entry, files),
    stored,
    note: stored === null ? undefined : readModule(stored).note,
    compared: compared && comparedOutput(compared),
  };
  printJson(output, terminal);
}

function comparedOutput(compared: ComparedEntry): HistoryEntryOutput["compared"] {
  if (compared.with === "nothing") {
    return { with: "nothing", reason: compared.reason, changes: [] };
  }
  const { later, changes } = compared;
  const source =
    compared.with === "service"
      ? ({ with: "service" } as const)
      : ({ with: "entry", entry: compared.with.id } as const);
  return { ...source, state: stateOf(later), changes: new SecretMask().changes(changes) };
}
