import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Diagnostic } from "@traffic-policy/policy-language";
import { expect } from "vitest";
import type { Diagnostic as Shown } from "vscode-languageserver";
import { projectOf } from "../cli/project.ts";
import { whileTime } from "../seeded.ts";
import { TestEditor, type TestEncoding } from "./editor.ts";

/** The texts of files, by their names. */
export type Files = Record<string, string>;

function isPolicy(name: string, text: string): boolean {
  if (/\.(?:cases|assertions|config)\.\w+$/.test(basename(name))) return false;
  return /\.policy\.\w+$/.test(name) || /^\{?\s*"?(?:in|out)bound"?\s*:/m.test(text);
}

interface Location {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

interface Report {
  readonly diagnostics: readonly (Omit<Diagnostic, "location"> & {
    readonly location: Location & { readonly file: string };
  })[];
  readonly failures: readonly {
    readonly file: string;
    readonly message: string;
    readonly help?: string;
    readonly position?: Location["start"];
    readonly end?: Location["end"];
  }[];
}

/** So many files have fewer findings than a run shows exchanges for; an editor shows these for each document. */
const fewFiles = 10;

/** All that the command prints of a finding, a sentence in a line. */
function messageOf({
  message,
  witness,
  help,
  environments,
}: Report["diagnostics"][number]): string {
  const where = environments && `For ${environments.join(", ")}.`;
  return [message, witness?.message, help, where].filter((one) => one !== undefined).join("\n");
}

const severities = { error: 1, warning: 2, info: 3 };

/** What the command printed about each file, as an editor would show it; a line for each finding. */
function linesOf(
  report: Report,
  files: Files,
  names: readonly string[],
  encoding: TestEncoding,
): Map<string, string[]> {
  const lines = new Map(names.map((name): [string, Set<string>] => [name, new Set()]));
  for (const finding of report.diagnostics) {
    const { location, path, rule, severity } = finding;
    const text = files[location.file] ?? "";
    const range = rangeOf(path === "" ? firstLine(location, text) : location, text, encoding);
    lines.get(location.file)?.add(`${range} ${severities[severity]} ${rule} ${messageOf(finding)}`);
  }
  for (const { file, message, help, position, end = position } of report.failures) {
    const range =
      position && end ? rangeOf({ start: position, end }, files[file] ?? "", encoding) : "0:0-0:0";
    const sentence = [message, help].filter((one) => one !== undefined).join("\n");
    lines.get(file)?.add(`${range.split("-")[0]} 1 undefined ${sentence}`);
    if (!basename(file).startsWith("traffic-policy.config.")) continue;
    // Of the policies of a configuration, an editor says that they are not checked.
    for (const [name, own] of lines) {
      if (!name.startsWith(file.replace(basename(file), ""))) continue;
      own.add(`0:0 1 undefined Not checked, because of what is wrong in ${file}.`);
    }
  }
  return new Map([...lines].map(([name, set]) => [name, [...set].toSorted()]));
}

/** Of what is about a whole document, an editor underlines the first line. */
function firstLine({ start, end }: Location, text: string): Location {
  if (start.line === end.line) return { start, end };
  const line = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/)[start.line - 1] ?? "";
  return { start, end: { line: start.line, column: line.length + 1 } };
}

function rangeOf({ start, end }: Location, text: string, encoding: TestEncoding): string {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  const place = ({ line, column }: Location["start"]): string => {
    const before = (lines[line - 1] ?? "").slice(0, column - 1);
    const mark = line === 1 && text.startsWith("\ufeff") ? "\ufeff" : "";
    const count = encoding === "utf-8" ? Buffer.byteLength(mark + before) : (mark + before).length;
    return `${line - 1}:${count}`;
  };
  return `${place(start)}-${place(end)}`;
}

function lineOf({ range: { start, end }, severity, code, message }: Shown): string {
  const place = `${start.line}:${start.character}`;
  // What could not be read at all has a place, and no range.
  const range = code === undefined ? place : `${place}-${end.line}:${end.character}`;
  return `${range} ${severity} ${code} ${message}`;
}

/**
 * Expects that an editor shows what the command prints of these files, at the same places, however it counts the
 * characters of a line.
 */
export async function expectShownAsLinted(files: Files): Promise<void> {
  const { folder, run } = projectOf(files);
  const names = Object.keys(files).filter((name) => isPolicy(name, files[name] ?? ""));
  const reports: Report[] = [];
  for (let at = 0; at < names.length; at += fewFiles) {
    const { out } = await run("lint", "--format", "json", ...names.slice(at, at + fewFiles));
    reports.push(JSON.parse(out) as Report);
  }
  const report: Report = {
    diagnostics: reports.flatMap(({ diagnostics }) => diagnostics),
    failures: reports.flatMap(({ failures }) => failures),
  };
  expect(report.diagnostics.length).toBeGreaterThan(names.length / 4);
  for (const encoding of ["utf-16", "utf-8"] as const) {
    const editor = await TestEditor.start({ encoding, folder });
    const shown = new Map<string, string[]>();
    for (const name of whileTime(names)) {
      const uri = pathToFileURL(join(folder, name)).href;
      const found = await editor.open(uri, files[name] ?? "");
      shown.set(name, found.map(lineOf).toSorted());
      await editor.closeDocument(uri);
    }
    await editor.close();
    expect(shown).toEqual(linesOf(report, files, [...shown.keys()], encoding));
  }
}
