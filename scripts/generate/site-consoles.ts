import { readFileSync } from "node:fs";
import { inspect, stripVTControlCharacters } from "node:util";
import type { Diagnostic } from "@traffic-policy/policy-language";
import { rules } from "@traffic-policy/policy-lint";
import { withoutColors, type Style } from "@traffic-policy/report";
import printPretty from "@traffic-policy/report/formats/pretty";
import { findExample } from "../../test/policy-lint/sentences.ts";
import { terminalHtml } from "../picture/terminal-html.ts";
import { filledDocuments } from "./documents.ts";
import { root } from "./root.ts";

/** What the site shows as a terminal would, in HTML. */
export interface SiteConsoles {
  /** The blocks of commands of the pages, by their text. */
  readonly blocks: Readonly<Record<string, string>>;
  /** What the linter prints for the wrong example of a rule, by the name of the rule. */
  readonly rules: Readonly<Record<string, string>>;
}

/** Runs the commands of the pages and the linter again, in colour. */
export async function siteConsoles(): Promise<SiteConsoles> {
  const pages = await filledDocuments([], { FORCE_COLOR: "1" });
  return { blocks: await blocksIn(pages.map(({ text }) => text)), rules: await findings() };
}

/** The blocks of pages that have colours, by their text without them. */
export async function blocksIn(pages: readonly string[]): Promise<Record<string, string>> {
  const blocks: Record<string, string> = {};
  for (const page of pages) {
    for (const [, text = ""] of page.matchAll(/^```console[^\n]*\n(.*?)^```$/gms)) {
      if (!text.includes("\u001B")) continue;
      const shown = text.replaceAll(/^\$ .*$/gm, "\u001B[1m$&\u001B[22m");
      blocks[stripVTControlCharacters(text)] = await terminalHtml(shown);
    }
  }
  return blocks;
}

async function findings(): Promise<Record<string, string>> {
  const printed: Record<string, string> = {};
  for (const [name, { docs }] of rules) {
    const file = `policy.${docs.language ?? "json"}`;
    const wrong = exampleOf(readFileSync(new URL(`docs/rules/${name}.md`, root), "utf8"));
    const { diagnostics } = findExample(name, docs, wrong, file);
    printed[name] = await terminalHtml(prettyText(file, wrong, diagnostics));
  }
  return printed;
}

/** The wrong example of a rule as its page has it: formatted, so that lines are those that a reader sees. */
function exampleOf(page: string): string {
  const [, example = ""] = /^```\w+\n(.*?)^```$/ms.exec(page) ?? [];
  return example;
}

function prettyText(file: string, text: string, diagnostics: readonly Diagnostic[]): string {
  return printPretty(
    { command: "lint", files: [file], diagnostics, failures: [] },
    { style, sourceOf: () => text, nameOf: String, ruleOf: () => undefined, version: "" },
  );
}

const marked =
  (name: "bold" | "dim" | "inverse" | "red" | "green" | "yellow" | "blue" | "cyan") =>
  (text: string): string => {
    const [on, off] = inspect.colors[name] ?? [];
    return `\u001B[${on}m${text}\u001B[${off}m`;
  };

const style: Style = {
  ...withoutColors,
  isColorSupported: true,
  bold: marked("bold"),
  dim: marked("dim"),
  inverse: marked("inverse"),
  red: marked("red"),
  green: marked("green"),
  yellow: marked("yellow"),
  blue: marked("blue"),
  cyan: marked("cyan"),
};
