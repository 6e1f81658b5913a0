import type { LintRule } from "./rule.ts";

/** The page of a rule, as Markdown: what, wrong, right, why, options. */
export function rulePage(name: string, rule: LintRule): string {
  const { severity, strict, fix, docs, options } = rule;
  const language = docs.language ?? "json";
  return [
    `# ${name}`,
    "",
    docs.what,
    "",
    `Severity: **${severity}**${strict === undefined ? "" : `; **${strict}** in the preset \`strict\``}.`,
    ...(fix === undefined ? [] : ["", fixes[fix]]),
    "",
    "## Wrong",
    ...circumstances(docs),
    ...block(language, docs.wrong),
    "## Right",
    ...block(language, docs.right),
    "## Why",
    "",
    docs.why,
    "",
    "## Options",
    "",
    ...(options === undefined ? ["None."] : optionRows(options)),
    "",
  ].join("\n");
}

const fixes = {
  safe: "Some findings have a fix, which `traffic-policy lint --fix` applies.",
  unsafe:
    "Some findings have a fix, which `traffic-policy lint --fix-unsafe` applies; look at what it did.",
};

function circumstances({
  protocol,
  exampleOptions,
  isOfCloudEndpoint,
}: LintRule["docs"]): string[] {
  const options = Object.entries((exampleOptions ?? {}) as Readonly<Record<string, unknown>>);
  const needs = [
    ...(protocol === undefined ? [] : [`\`--protocol ${protocol}\``]),
    ...(isOfCloudEndpoint ? ["a cloud endpoint as their target"] : []),
    ...options.map(([name, value]) => `\`${name}: ${JSON.stringify(value)}\``),
  ];
  return needs.length === 0 ? [] : ["", `The examples are linted with ${needs.join(" and ")}.`];
}

function optionRows({ schema, default: values }: NonNullable<LintRule["options"]>): string[] {
  const known = values as Readonly<Record<string, unknown>>;
  return [
    "| option | default | what it sets |",
    "| --- | --- | --- |",
    ...Object.entries(schema.properties ?? {}).map(
      ([name, { description = "" }]) =>
        `| \`${name}\` | \`${JSON.stringify(known[name])}\` | ${description} |`,
    ),
  ];
}

function block(language: string, text: string): string[] {
  return ["", `\`\`\`${language}`, text, "```", ""];
}
