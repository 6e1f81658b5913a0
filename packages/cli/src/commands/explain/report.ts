import { type LintRule } from "@traffic-policy/policy-lint";
import { presetSeverity, rulePage } from "@traffic-policy/policy-lint/internal";
import { aligned, renderTable } from "@traffic-policy/report";
import type { Format } from "../../program/options.ts";
import { printJson } from "../../report/json.ts";
import type { Style, Terminal } from "../../context.ts";
import { differenceTo } from "./difference.ts";
import { cellsOf } from "./reference.ts";
import type { ExplainOutput, ReferenceOutput, RulesOutput } from "./output.ts";

/** Prints the lint rules as a table. */
export function printRules(output: RulesOutput, format: Format, terminal: Terminal): void {
  if (format === "json") {
    printJson(output, terminal);
    return;
  }
  const rows = output.rules.map(({ name, recommended, strict, fix = "", what }) => [
    name,
    recommended,
    strict,
    fix,
    what,
  ]);
  const headings = ["rule", "recommended", "strict", "fix", "what it finds"];
  terminal.print(renderTable(headings, rows, terminal.style));
}

/** Prints parts of reference pages. */
export function printEntries(output: ReferenceOutput, format: Format, terminal: Terminal): void {
  if (format === "json") {
    printJson(output, terminal);
    return;
  }
  const [first, ...others] = output.entries;
  if (first === undefined) return;
  // Most of a dialect is the same in the other one.
  const same = others.filter(({ text }) => text === first.text);
  const kinds = [first, ...same].map(placeOf).join(", and");
  const pages = [
    `# ${output.name}\n\n${words[first.kind]}${kinds}\n\n${first.text}`,
    ...others.filter((one) => !same.includes(one)).map((one) => differing(first, one)),
  ];
  terminal.print(`${pages.map((page) => plainText(page, terminal)).join("\n\n")}\n`);
}

type Entry = ReferenceOutput["entries"][number];

const words = {
  action: "Action",
  variable: "Variable",
  function: "Function",
  "error-code": "Error code",
  "site-finding": "Finding of a site",
} as const satisfies Record<Entry["kind"], string>;

function placeOf({ kind, page }: Entry): string {
  if (kind === "error-code" || kind === "site-finding") return "";
  return page.includes("/phases/") ? " in phases" : " in inbound and outbound rules";
}

/** The differences to the first entry: most of a dialect is the same in the other one. */
function differing(first: Entry, other: Entry): string {
  if (first.kind !== other.kind) return `# ${words[other.kind]}${placeOf(other)}\n\n${other.text}`;
  const { text, lacks } = differenceTo(first.text, other.text);
  const names = lacks.map((name) => `\`${name}\``).join(", ");
  const parts = [
    `# What differs${placeOf(other)}`,
    text,
    names && `Only${placeOf(first)}: ${names}.`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

export function printRule(name: string, rule: LintRule, format: Format, terminal: Terminal): void {
  if (format === "pretty") {
    terminal.print(pageText(name, rule, terminal));
    return;
  }
  const { fix, docs, options } = rule;
  const output: ExplainOutput = {
    version: 1,
    name,
    recommended: presetSeverity(rule, "recommended"),
    strict: presetSeverity(rule, "strict"),
    fix,
    docs,
    options,
  };
  printJson(output, terminal);
}

function pageText(name: string, rule: LintRule, terminal: Terminal): string {
  const { docs } = rule;
  const shown = { ...docs, wrong: readable(docs.wrong), right: readable(docs.right) };
  return plainText(rulePage(name, { ...rule, docs: shown }), terminal);
}

/** Markdown for a terminal: without its marks, with tables as columns. */
function plainText(markdown: string, { style }: Terminal): string {
  let isExample = false;
  return markdown
    .replaceAll(/^(?:\|.*\n?)+/gm, (table) => tableText(table, style))
    .replaceAll(/\n{3,}/g, "\n\n")
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("```")) {
        isExample = !isExample;
        return [];
      }
      if (isExample) return [line === "" ? line : `    ${line}`];
      const heading = /^#+ (.*)$/.exec(line)?.[1];
      return [heading === undefined ? withoutMarks(line) : style.bold(heading)];
    })
    .join("\n");
}

function tableText(table: string, style: Style): string {
  const rows = table
    .trimEnd()
    .split("\n")
    .filter((row) => !row.startsWith("| ---"))
    .map((row) => cellsOf(row).map(withoutMarks));
  return aligned(rows, style, { indent: 2 })
    .map((line) => `${line}\n`)
    .join("");
}

function withoutMarks(text: string): string {
  return (
    text
      .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
      .replaceAll(/\*(Not known for sure:)\*/g, "$1")
      // Spaces at an end would not be seen.
      .replaceAll(/`([^`]*)`/g, (_, code: string) => (code.trim() === code ? code : `"${code}"`))
      .replaceAll(/\*\*|`/g, "")
      .replaceAll("<br>", ", ")
  );
}

function readable(text: string): string {
  try {
    const pretty = JSON.stringify(JSON.parse(text), null, 2);
    return withoutSpace(pretty) === withoutSpace(text) ? pretty : text;
  } catch {
    return text;
  }
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s/g, "");
}
