import { type LintRule } from "@traffic-policy/policy-lint";
import { rulePage } from "@traffic-policy/policy-lint/internal";
import type { GeneratedFile } from "./generated-file.ts";
import { folderDefaults } from "./folder-files.ts";
import { cell } from "./markdown-cell.ts";

const header = "<!-- Generated from the rule by `pnpm generate`; do not edit. -->";

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
        "| rule | severity | in `strict` | fix | what it finds |",
        "| --- | --- | --- | --- | --- |",
        ...rules.map(([name, rule]) => {
          const { severity, strict = severity, fix = "", docs } = rule;
          return `| [${name}](${name}.md) | ${severity} | ${strict} | ${fix} | ${cell(docs.what)} |`;
        }),
        "",
        "The severity of a rule is changed, or the rule turned off, in the",
        "[configuration](../configuration.md).",
        "",
      ].join("\n"),
    },
    ...rules.map(([name, rule]) => ({
      path: `docs/rules/${name}.md`,
      text: [header, "", rulePage(name, rule)].join("\n"),
    })),
  ];
}
