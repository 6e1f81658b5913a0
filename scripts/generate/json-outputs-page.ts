import type { TSchema } from "@sinclair/typebox";
import { jsonOutputs } from "../../packages/cli/src/commands/outputs.generated.ts";
import type { JsonOutput } from "../../packages/cli/src/report/schema.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { cell } from "./markdown-cell.ts";

/** The reference of what `--format json` prints, from the schemas of the outputs. */
export function jsonOutputsPage(): GeneratedFile {
  return {
    path: "docs/json-outputs.md",
    text: [
      "<!-- Generated from the schemas of the outputs by `pnpm generate`; do not edit. -->",
      "",
      "# JSON outputs",
      "",
      "With `--format json` a command prints one JSON document to stdout, and nothing else there; errors",
      "that keep it from doing its job go to stderr, as sentences. `version` is 1 as long as there are only",
      "additions: read what you know, and leave the rest alone. What became of it all is also the",
      "[exit status](exit-status.md).",
      "",
      "The schemas (JSON Schema 2020-12) are in the package: `traffic-policy/schema/lint.schema.json` is",
      "that of `lint`. The commands `edges`, `endpoints` and `routes policy` print the service's own objects,",
      "as it answered them: a list is an array, and a deletion prints nothing. Other formats of `lint`, such as",
      "SARIF and JUnit, are what [their own specifications](linting.md) say.",
      "",
      ...jsonOutputs.flatMap(section),
    ].join("\n"),
  };
}

function section({ name, commands, schema }: JsonOutput): string[] {
  const definitions = Object.entries((schema["$defs"] ?? {}) as Record<string, TSchema>);
  return [
    `## ${name}`,
    "",
    `${schema.description ?? ""} Printed by ${commands.map((command) => `\`${command}\``).join(", ")};`,
    `schema \`traffic-policy/schema/${name}.schema.json\`.`.trimStart(),
    "",
    ...table(rows("", schema)),
    ...definitions.flatMap(([part, definition]) => [
      `where \`${part}\` is:`,
      "",
      ...table(rows("", definition)),
    ]),
  ];
}

function table(lines: readonly string[]): string[] {
  return ["| key | value | meaning |", "| --- | --- | --- |", ...lines, ""];
}

/** A line for each key, and below it for the keys in it; of several kinds of object, for those of each. */
function rows(prefix: string, schema: TSchema): string[] {
  const kinds = (schema["anyOf"] ?? [schema]) as TSchema[];
  const seen = new Set<string>();
  const always = (key: string): boolean =>
    kinds.every((one) => ((one["required"] ?? []) as string[]).includes(key));
  return kinds.flatMap((one) => {
    const properties = Object.entries((one["properties"] ?? {}) as Record<string, TSchema>);
    return properties.flatMap(([key, value]) => {
      if (seen.has(key)) return [];
      seen.add(key);
      const seldom = always(key) ? "" : " Not always there.";
      const meaning = `${value.description ?? ""}${seldom}`.trim();
      const row = `| \`${prefix}${key}\` | ${valueText(value)} | ${cell(meaning)} |`;
      const items = value["items"] as TSchema | undefined;
      return [
        row,
        ...(items === undefined
          ? rows(`${prefix}${key}.`, value)
          : rows(`${prefix}${key}[].`, items)),
      ];
    });
  });
}

function valueText(schema: TSchema): string {
  const reference = schema["$ref"] as string | undefined;
  if (reference !== undefined) return reference.split("/").at(-1) ?? "";
  if ("const" in schema) return `\`${JSON.stringify(schema["const"])}\``;
  if (Array.isArray(schema["enum"])) {
    return cell(schema["enum"].map((value) => `\`${JSON.stringify(value)}\``).join(", "));
  }
  const kinds = schema["anyOf"] as TSchema[] | undefined;
  if (kinds !== undefined) return [...new Set(kinds.map(valueText))].join(" or ");
  const items = schema["items"] as TSchema | undefined;
  if (items !== undefined) return `list of ${valueText(items)}`;
  return (schema["type"] as string | undefined) ?? "any JSON";
}
