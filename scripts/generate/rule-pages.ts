import { type LintRule } from "@traffic-policy/policy-lint";
import { rulePage } from "@traffic-policy/policy-lint/internal";
import type { GeneratedFile } from "./generated-file.ts";
import { folderDefaults } from "./folder-files.ts";
import { cell } from "./markdown-cell.ts";

const header = "<!-- Generated from the rule by `pnpm generate`; do not edit. -->";

/** One page a lint rule, and the page that lists them, from the rules' own files. */
export async function rulePages(folder: string): Promise<GeneratedFile[]> {
  const rules = [...(await folderDefaults<LintRule>(folder))];
  const categories = new Set(rules.map(([name]) => name.slice(0, name.indexOf("/"))));
  return [
    {
      path: "docs/rules/index.md",
      text: [
        "<!-- Generated from the rules by `pnpm generate`; do not edit. -->",
        "",
        "# Lint rules",
        "",
        "<RuleFilters />",
        "",
        "A rule looks at policies in phases and at those of edges wherever its subject exists; the column `example` says",
        "which of them its page shows. The severity of a rule is changed, or the rule turned off, in the",
        "[configuration](../configuration.md).",
        "",
        ...[...categories].flatMap((category) => [
          `## ${category}`,
          "",
          "| rule | severity | in `strict` | fix | example | what it finds |",
          "| --- | --- | --- | --- | --- | --- |",
          ...rules.filter(([name]) => name.startsWith(`${category}/`)).map(row),
          "",
        ]),
      ].join("\n"),
    },
    ...rules.map(([name, rule]) => ({
      path: `docs/rules/${name}.md`,
      text: [header, "", rulePage(name, rule)].join("\n"),
    })),
  ];
}

function row([name, rule]: readonly [string, LintRule]): string {
  const { severity, strict = severity, fix = "", docs } = rule;
  return `| [${name}](${name}.md) | ${severity} | ${strict} | ${fix} | ${dialectOf(docs.wrong)} | ${cell(docs.what)} |`;
}

/** Which kind of policy an example is: one in phases, or one of an edge. */
function dialectOf(example: string): string {
  return /\bon_\w+["']?:/.test(example) ? "phases" : "edges";
}
