import {
  directionsDialect,
  type ActionDefinition,
  type ConfigFormat,
  type JsonSchema,
} from "@traffic-policy/policy-language";
import { format } from "prettier";
import { exampleLines } from "../builder-actions.ts";
import type { GeneratedFile } from "../generated-file.ts";
import { cell } from "../markdown-cell.ts";
import { isObjectSchema } from "../../../packages/policy-builder/src/schema.ts";
import { cataloguePage, openLines, where } from "./page.ts";

/** Each action with its config. */
export async function actionsPage(): Promise<GeneratedFile> {
  const actions = [...directionsDialect.actions.values()];
  const sections = await Promise.all(actions.map(section));
  return cataloguePage("actions", [
    "# Actions",
    "",
    "What a rule can do. In JSON and YAML an action is a `type` with a `config`; in TypeScript it is a",
    "function with the same keys in camel case. The service may know more actions than these: lint warns",
    "of them, and [the catalogue can be extended](../extending-the-catalogue.md).",
    "",
    "| action | what it does | where |",
    "| --- | --- | --- |",
    ...actions.map(
      ({ type, description, sections: places }) =>
        `| [\`${type}\`](#${type}) | ${cell(description)} | ${where(places)} |`,
    ),
    "",
    ...sections.flat(),
  ]);
}

async function section(action: ActionDefinition): Promise<string[]> {
  const { type, description, sections, config, example, unsure } = action;
  const document = JSON.stringify({ type, config: example });
  return [
    `## ${type}`,
    "",
    description,
    "",
    `May stand in: ${where(sections)}. ${ending(action)}`.trim(),
    "",
    "```json",
    (await format(document, { parser: "json", printWidth: 80 })).trimEnd(),
    "```",
    "",
    "```ts",
    ...(await exampleLines(action)),
    "```",
    "",
    ...(Object.keys(config.properties).length === 0
      ? ["It has no config.", ""]
      : ["| key | value | meaning |", "| --- | --- | --- |", ...rows("", config, action), ""]),
    ...openLines(unsure),
  ];
}

function ending({ endsProcessing: ends }: ActionDefinition): string {
  if (ends === "never") return "";
  return `Ends processing${ends === "always" ? "" : ` when ${ends.when}`}: nothing after it runs.`;
}

function rows(prefix: string, schema: JsonSchema, action: ActionDefinition): string[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([key, value]) => {
    const name = `${prefix}${key}`;
    const meaning = [
      value.description ?? "",
      ...(required.includes(key) ? ["Required."] : []),
      ...(value.default === undefined ? [] : [`Default: \`${JSON.stringify(value.default)}\`.`]),
      ...about(name, action),
    ];
    const row = `| \`${name}\` | ${cell(kind(value))} | ${cell(meaning.filter(Boolean).join(" "))} |`;
    if (isObjectSchema(value)) return [row, ...rows(`${name}.`, value, action)];
    const { items } = value;
    return items !== undefined && isObjectSchema(items)
      ? [row, ...rows(`${name}[].`, items, action)]
      : [row];
  });
}

/** What the catalogue says of a field beside its schema. */
function about(name: string, action: ActionDefinition): string[] {
  const { interpolated, regularExpressions, formats = {}, fieldProtocols = {} } = action;
  const text = formats[name.replaceAll("[]", "")];
  const protocols = fieldProtocols[name];
  return [
    ...(interpolated.includes(name) ? ["`${…}` is replaced."] : []),
    ...(regularExpressions.includes(name) ? ["A regular expression (RE2)."] : []),
    ...(text === undefined ? [] : [formatText(text)]),
    ...(protocols === undefined
      ? []
      : [`Only for ${protocols.map((one) => one.toUpperCase()).join(" and ")}.`]),
  ];
}

function formatText(text: ConfigFormat): string {
  if (typeof text === "object") {
    return `From \`${text.minimum}\` to \`${text.maximum}\` in steps of \`${text.multipleOf}\`.`;
  }
  return { cidr: "CIDR.", expression: "CEL, without `${}`.", url: "A URL." }[text];
}

function kind(schema: JsonSchema): string {
  const { type, enum: values, items, additionalProperties, minimum, maximum } = schema;
  if (values !== undefined) return values.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  if (items !== undefined) return `list of ${kind(items)}`;
  if (typeof additionalProperties === "object" && schema.properties === undefined) {
    return `by name: ${kind(additionalProperties)}`;
  }
  const bounds = [
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`to ${maximum}`]),
  ];
  return [type === undefined ? "any JSON" : [type].flat().join(" or "), ...bounds].join(" ");
}
