import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { Diagnostic } from "@traffic-policy/policy-language";
import type { Diagnostic as Shown } from "vscode-languageserver";
import { parseDocument, stringify } from "yaml";
import { projectOf } from "../cli/project.ts";
import { filesBelow } from "../files-below.ts";
import { rightConditions } from "../policy-lint/right/conditions.ts";
import { rightPolicies } from "../policy-lint/right/policies.ts";
import { wrongConditions } from "../policy-lint/wrong/conditions.ts";
import { wrongPolicies } from "../policy-lint/wrong/policies.ts";
import { howMany } from "../seeded.ts";
import { sharedData } from "../shared-data.ts";
import { TestEditor, type TestEncoding } from "./editor.ts";

// An editor shows what the command prints, at the same place, however it counts the characters of a line.

type Files = Record<string, string>;

const log = [{ type: "log", config: { metadata: { event: "seen" } } }];

/** With a name that takes more bytes than units, and more units than characters. */
const conditions = [
  ...wrongConditions.map((one) => ({ ...one, text: one.marked.replaceAll(/[«»]/g, "") })),
  ...rightConditions,
].map(({ text, direction = "inbound", protocol = "http", beside = [] }) => ({
  protocol,
  policy: { [direction]: [{ name: "Größe 📏", expressions: [...beside, text], actions: log }] },
}));

const policies = [
  ...wrongPolicies.map(({ marked, protocol = "http" }) => ({
    protocol,
    text: marked.replaceAll(/[«»]/g, ""),
  })),
  ...rightPolicies.map(({ policy, protocol = "http" }) => ({
    protocol,
    text: JSON.stringify(policy),
  })),
];

interface Writing {
  readonly extension: string;
  readonly write: (policy: unknown) => string;
}

/** The ways in which the same document is written. */
const writings: readonly Writing[] = [
  { extension: "json", write: (policy) => JSON.stringify(policy) },
  { extension: "json", write: (policy) => `${JSON.stringify(policy, undefined, 2)}\r\n` },
  { extension: "json", write: escaped },
  { extension: "yaml", write: (policy) => stringify(policy, { lineWidth: 40 }) },
  { extension: "yaml", write: (policy) => inYaml(policy, "BLOCK_FOLDED") },
  { extension: "yaml", write: (policy) => inYaml(policy, "BLOCK_LITERAL") },
  { extension: "yaml", write: (policy) => inYaml(policy, "QUOTE_DOUBLE") },
];

function escaped(policy: unknown): string {
  const text = JSON.stringify(policy);
  return text.replaceAll(
    /[e'ö]|[\ud800-\udfff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function inYaml(policy: unknown, type: "BLOCK_FOLDED" | "BLOCK_LITERAL" | "QUOTE_DOUBLE"): string {
  return stringify(policy, { defaultStringType: type, defaultKeyType: "PLAIN", lineWidth: 40 });
}

function fixtures(): Files {
  const files: Files = {};
  const targets: Record<string, object> = {};
  const add = (name: string, protocol: string, text: string): void => {
    files[name] = text;
    if (protocol !== "tcp") return;
    targets[`t${Object.keys(targets).length}`] = { kind: "tcp-edge", edge: "e", policy: name };
  };
  for (const [index, { protocol, policy }] of conditions.entries()) {
    const { extension, write } = writings[index % writings.length] as Writing;
    add(`condition-${index}.policy.${extension}`, protocol, write(policy));
  }
  for (const [index, { protocol, text }] of policies.entries()) {
    add(`policy-${index}.policy.json`, protocol, text);
    const { extension, write } = writings[index % writings.length] as Writing;
    if (extension === "yaml") {
      add(`policy-${index}.policy.yaml`, protocol, write(parseDocument(text).toJS()));
    }
  }
  files["traffic-policy.config.json"] = JSON.stringify({ service: "emulator", targets });
  return files;
}

const examplesFolder = fileURLToPath(new URL("../../docs/examples/", import.meta.url));

/** The policies of the documentation, with their configurations as far as those are no code. */
function examples(): Files {
  const names = filesBelow(examplesFolder, /^node_modules$|\.ts$/).filter((name) =>
    /\.(?:json|ya?ml)$/.test(name),
  );
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(examplesFolder, name), "utf8")]),
  );
}

/** Published policies, in both dialects. */
function corpus(): Files {
  const files: Files = {};
  for (const part of ["directions", "official", "phases"]) {
    const folder = sharedData(`corpus/${part}/`);
    for (const name of folder === undefined ? [] : readdirSync(folder)) {
      if (folder === undefined || !/\.(?:json|ya?ml)$/.test(name)) continue;
      const text = readFileSync(new URL(name, folder), "utf8");
      files[`${part}-${name.replace(/\.(\w+)$/, ".policy.$1")}`] = text;
    }
  }
  return files;
}

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
    const { location, rule, severity } = finding;
    const text = files[location.file] ?? "";
    const range = rangeOf(location, text, encoding);
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

test.each([
  { what: "the fixtures of lint", filesOf: fixtures },
  { what: "the examples of the documentation", filesOf: examples },
  { what: "published policies", filesOf: corpus },
])("$what: an editor shows what lint prints", async ({ filesOf }) => {
  const files = filesOf();
  const { folder, run } = projectOf(files);
  const names = Object.keys(files).filter((name) => isPolicy(name, files[name] ?? ""));
  if (names.length === 0) return;
  const reports: Report[] = [];
  for (let at = 0; at < names.length; at += fewFiles) {
    const { out } = await run("lint", "--format", "json", ...names.slice(at, at + fewFiles));
    reports.push(JSON.parse(out) as Report);
  }
  const report: Report = {
    diagnostics: reports.flatMap(({ diagnostics }) => diagnostics),
    failures: reports.flatMap(({ failures }) => failures),
  };
  const isLong = howMany(0, 1) === 1;
  expect(report.diagnostics.length).toBeGreaterThan(names.length / 4);
  for (const encoding of ["utf-16", "utf-8"] as const) {
    const editor = await TestEditor.start({ encoding, folder });
    // Every other one of many: the places of what is found are of few kinds.
    const part = encoding === "utf-8" ? 1 : 0;
    const some = names.filter((_name, index) => isLong || names.length < 100 || index % 2 === part);
    const shown = new Map<string, string[]>();
    for (const name of some) {
      const uri = pathToFileURL(join(folder, name)).href;
      const found = await editor.open(uri, files[name] ?? "");
      shown.set(name, found.map(lineOf).toSorted());
      await editor.closeDocument(uri);
    }
    await editor.close();
    expect(shown).toEqual(linesOf(report, files, some, encoding));
  }
});
