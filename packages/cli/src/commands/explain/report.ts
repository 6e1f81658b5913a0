import { type LintRule } from "@traffic-policy/policy-lint";
import { presetSeverity, rulePage } from "@traffic-policy/policy-lint/internal";
import { aligned } from "@traffic-policy/report";
import type { Format } from "../../program/options.ts";
import { printJson } from "../../report/json.ts";
import type { Terminal } from "../../context.ts";
import type { ExplainOutput } from "./output.ts";

export function printRule(name: string, rule: LintRule, format: Format, terminal: Terminal): void {
  if (format === "pretty") {
    terminal.out(pageText(name, rule, terminal));
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

function pageText(name: string, rule: LintRule, { style }: Terminal): string {
  const { docs, options, ...others } = rule;
  const shown = { ...docs, wrong: readable(docs.wrong), right: readable(docs.right) };
  let isExample = false;
  const lines = rulePage(name, { ...others, docs: shown })
    .replace(/None\.\n$/, (none) => (options === undefined ? none : optionLines(options)))
    .replaceAll(/\n{3,}/g, "\n\n")
    .split("\n");
  return lines
    .flatMap((line) => {
      if (line.startsWith("```")) {
        isExample = !isExample;
        return [];
      }
      if (isExample) return [line === "" ? line : `    ${line}`];
      const heading = /^#+ (.*)$/.exec(line)?.[1];
      return [heading === undefined ? line.replaceAll(/\*\*|`/g, "") : style.bold(heading)];
    })
    .join("\n");
}

function optionLines({ schema, default: values }: NonNullable<LintRule["options"]>): string {
  const known = values as Readonly<Record<string, unknown>>;
  const rows = Object.entries(schema.properties ?? {}).map(([name, { description = "" }]) => [
    name,
    JSON.stringify(known[name]),
    description,
  ]);
  return aligned(rows)
    .map((line) => `  ${line}\n`)
    .join("");
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
