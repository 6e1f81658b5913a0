import { knownRules, meantRule, presetSeverity, type LintRule } from "@traffic-policy/policy-lint";
import { rulePage } from "@traffic-policy/policy-lint/report/rule-page";
import { padded, widest } from "@traffic-policy/policy-lint/report/text-width";
import { CommandError } from "../../command-error.ts";
import { customRules } from "../../configuration/custom-rules.ts";
import { loadConfigurationIfAny } from "../../configuration/load-configuration.ts";
import { suggestion } from "../../did-you-mean.ts";
import { exitStatus, type ExitStatus } from "../../exit-status.ts";
import type { FormatOptions } from "../../program/options.ts";
import type { Terminal } from "../../terminal.ts";

/** `traffic-policy explain <rule>`: the page of a lint rule. */
export default async function explain(
  name: string,
  { format }: FormatOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const known = knownRules({ rules: customRules(await loadConfigurationIfAny()) });
  const rule = known.get(name);
  if (rule === undefined) throw noSuchRule(name, known);
  if (format === "json") {
    const { fix, docs, options } = rule;
    const severities = {
      recommended: presetSeverity(rule, "recommended"),
      strict: presetSeverity(rule, "strict"),
    };
    const page = { version: 1, name, ...severities, fix, docs, options };
    terminal.out(`${JSON.stringify(page, null, 2)}\n`);
  } else {
    terminal.out(pageText(name, rule, terminal));
  }
  return exitStatus.ok;
}

function noSuchRule(name: string, known: ReadonlyMap<string, LintRule>): CommandError {
  return new CommandError(`There is no lint rule "${name}".`, {
    help: suggestion(meantRule(name, known.keys())) ?? "`traffic-policy rules` lists all of them.",
  });
}

/** The page for a terminal: headings are bold, examples are indented. */
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

/** An option a line, with its default and what it sets. */
function optionLines({ schema, default: values }: NonNullable<LintRule["options"]>): string {
  const known = values as Readonly<Record<string, unknown>>;
  const rows = Object.entries(schema.properties ?? {}).map(
    ([name, { description = "" }]) => [name, JSON.stringify(known[name]), description] as const,
  );
  const widths = [
    widest(rows.map(([name]) => name)),
    widest(rows.map(([, value]) => value)),
  ] as const;
  return rows
    .map(([name, value, what]) =>
      `  ${padded(name, widths[0])}  ${padded(value, widths[1])}  ${what}`.trimEnd(),
    )
    .join("\n")
    .concat("\n");
}

/** JSON in one line becomes several, if nothing but its white space changes. */
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
