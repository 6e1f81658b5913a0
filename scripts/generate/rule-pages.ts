import type { LintRule } from "@traffic-policy/policy-lint";
import type { GeneratedFile } from "./generated-file.ts";
import { folderDefaults } from "./folder-files.ts";

/** One page a lint rule, and the page that lists them, from the rules' own files. */
export async function rulePages(folder: string): Promise<GeneratedFile[]> {
  const rules = [...(await folderDefaults<LintRule>(folder))];
  return [
    {
      path: "docs/rules/index.md",
      text: [
        "<!-- Generated from the rules by `pnpm generate`; do not edit. -->",
        "",
        "# Lint rules",
        "",
        "| rule | severity | what it finds |",
        "| --- | --- | --- |",
        ...rules.map(
          ([name, { severity, docs }]) => `| [${name}](${name}.md) | ${severity} | ${docs.what} |`,
        ),
        "",
        "The severity of a rule is changed, or the rule turned off, in the",
        "[configuration](../configuration.md).",
        "",
      ].join("\n"),
    },
    ...rules.map(([name, rule]) => ({ path: `docs/rules/${name}.md`, text: page(name, rule) })),
  ];
}

function page(name: string, { severity, docs }: LintRule): string {
  return [
    "<!-- Generated from the rule by `pnpm generate`; do not edit. -->",
    "",
    `# ${name}`,
    "",
    docs.what,
    "",
    `Severity: **${severity}**.`,
    "",
    "## Wrong",
    ...jsonBlock(docs.wrong),
    "## Right",
    ...jsonBlock(docs.right),
    "## Why",
    "",
    docs.why,
    "",
    "## Options",
    "",
    "None.",
    "",
  ].join("\n");
}

function jsonBlock(text: string): string[] {
  return ["", "```json", text, "```", ""];
}
