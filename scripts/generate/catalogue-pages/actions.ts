import {
  directionsDialect,
  type ActionDefinition,
  type ActionResult,
  type ConfigFormat,
  type DeprecatedField,
  type JsonSchema,
} from "@traffic-policy/policy-language";
import { enumerated } from "@traffic-policy/policy-language/internal";
import { exampleLines } from "../builder-actions.ts";
import { formattedText } from "../formatted.ts";
import type { GeneratedFile } from "../generated-file.ts";
import { cell } from "../markdown-cell.ts";
import { sentence } from "../names.ts";
import { isObjectSchema } from "../../../packages/policy-builder/src/schema.ts";
import {
  cataloguePage,
  code,
  openLines,
  pageLink,
  sectionLines,
  where,
  type Reference,
} from "./page.ts";

/** Each action of a dialect with its config and its results. */
export async function actionsPage(reference: Reference): Promise<GeneratedFile> {
  const { dialect } = reference;
  const actions = [...dialect.actions.values()];
  const sections = await Promise.all(actions.map((action) => section(reference, action)));
  const extending = `[the catalogue can be extended](${pageLink(reference, "extending-the-catalogue.md")})`;
  return cataloguePage(reference, "Actions", [
    "What a rule can do. In JSON and YAML an action is a `type` with a `config`; in TypeScript it is a",
    "function with the same keys in camel case. The service may know more actions than these: lint warns",
    `of them, and ${extending}.`,
    "",
    ...sectionLines(dialect),
    ...(dialect === directionsDialect ? [] : phaseEndLines),
    "| action | what it does | where |",
    "| --- | --- | --- |",
    ...actions.map(
      ({ type, description, sections: places }) =>
        `| [\`${type}\`](#${type}) | ${cell(description)} | ${where(reference, places)} |`,
    ),
    "",
    ...sections.flat(),
  ]);
}

const phaseEndLines = [
  "What ends processing ends its phase. After a `custom-response` in `on_http_request`, the rules of `on_http_response`",
  "still run; whether they do after other actions is not documented.",
  "",
];

async function section(reference: Reference, action: ActionDefinition): Promise<string[]> {
  const { type, description, sections, config, example, results = [], unsure } = action;
  const document = JSON.stringify({ type, config: example });
  const fields = [...rows("", config, reference, action), ...deprecatedRows(action)];
  return [
    `## ${type}`,
    "",
    description,
    "",
    `May stand in: ${where(reference, sections)}. ${ending(reference, action)}`.trim(),
    "",
    "```json",
    (await formattedText("example.json", document, { printWidth: 80 })).trimEnd(),
    "```",
    "",
    "```ts",
    ...(await exampleLines(action)),
    "```",
    "",
    ...(fields.length === 0
      ? ["It has no config.", ""]
      : ["| key | value | meaning |", "| --- | --- | --- |", ...fields, ""]),
    ...resultLines(results),
    ...openLines(unsure),
  ];
}

/** What does not run any more after an action. A phase ends alone: those after it have their own rules. */
function ending({ dialect }: Reference, { endsProcessing: ends }: ActionDefinition): string {
  if (ends === "never") return "";
  const what =
    dialect === directionsDialect ? "nothing after it runs" : "nothing after it in its phase runs";
  return `Ends processing${ends === "always" ? "" : ` when ${ends.when}`}: ${what}.`;
}

function deprecatedRows({ deprecatedFields = {} }: ActionDefinition): string[] {
  return Object.entries(deprecatedFields).map(
    ([name, field]) => `| \`${name}\` | | Deprecated: ${deprecation(field)} |`,
  );
}

function deprecation({ replacement, unless = [] }: DeprecatedField): string {
  if (replacement !== undefined) return `it is called \`${replacement}\` today.`;
  const exceptions = unless.map((value) => ` With \`${value}\` it cannot just be left out.`);
  return `it has no effect any more.${exceptions.join("")}`;
}

function resultLines(results: readonly ActionResult[]): string[] {
  if (results.length === 0) return [];
  return [
    "[Results](variables.md#actions) for later expressions:",
    "",
    "| result | type | what it holds |",
    "| --- | --- | --- |",
    ...results.map(
      ({ name, type, description }) =>
        `| \`${name}\` | \`${cell(type)}\` | ${cell(sentence(description))} |`,
    ),
    "",
  ];
}

function rows(
  prefix: string,
  schema: JsonSchema,
  reference: Reference,
  action: ActionDefinition,
): string[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([key, value]) => {
    const name = `${prefix}${key}`;
    const { description = "" } = value;
    const meaning = [
      description,
      ...(required.includes(key) ? ["Required."] : []),
      ...(value.default === undefined ? [] : [`Default: \`${JSON.stringify(value.default)}\`.`]),
      ...about(name, reference, action).filter((part) => !says(description, part)),
    ];
    const row = `| \`${name}\` | ${cell(kind(value))} | ${cell(meaning.filter(Boolean).join(" "))} |`;
    if (isObjectSchema(value)) return [row, ...rows(`${name}.`, value, reference, action)];
    const { items } = value;
    return items !== undefined && isObjectSchema(items)
      ? [row, ...rows(`${name}[].`, items, reference, action)]
      : [row];
  });
}

const says = (text: string, part: string): boolean =>
  text.toLowerCase().includes(part.toLowerCase());

/** What the catalogue says of a field beside its schema. */
function about(row: string, { dialect }: Reference, action: ActionDefinition): string[] {
  const name = row.replaceAll("[]", "");
  const { interpolated, regularExpressions, formats = {}, bindings = {} } = action;
  const { fieldProtocols = {}, fieldSections = {}, fieldsTogether = [] } = action;
  const text = formats[name];
  const names = Object.entries(bindings[name] ?? {});
  const protocols = fieldProtocols[name];
  const sections = fieldSections[name];
  const others = fieldsTogether.filter((one) => one.includes(name)).flat();
  // A phase belongs to one protocol: what only its rules have needs no further words.
  const isSaid = sections !== undefined && dialect !== directionsDialect;
  return [
    ...(interpolated.includes(name) ? ["`${…}` is replaced."] : []),
    ...(regularExpressions.includes(name) ? ["A regular expression (RE2)."] : []),
    ...(text === undefined ? [] : [formatText(text)]),
    ...(names.length === 0
      ? []
      : [
          `It has the names ${enumerated(names.map(([key, { type }]) => `\`${key}: ${type}\``))} as well.`,
        ]),
    ...(others.length === 0
      ? []
      : [`Only together with ${enumerated(others.filter((one) => one !== name).map(code))}.`]),
    ...(protocols === undefined || isSaid
      ? []
      : [`Only for ${enumerated(protocols.map((one) => one.toUpperCase()))}.`]),
    ...(sections === undefined ? [] : [`Only in ${enumerated(sections.map(code))}.`]),
  ];
}

function formatText(text: ConfigFormat): string {
  if (typeof text === "string") {
    return { cidr: "CIDR.", expression: "CEL, without `${}`.", url: "A URL." }[text];
  }
  const { minimum, maximum, multipleOf } = text;
  const bounds = [
    ...(minimum === undefined ? [] : [`from \`${minimum}\``]),
    ...(maximum === undefined ? [] : [`to \`${maximum}\``]),
    ...(multipleOf === undefined ? [] : [`in steps of \`${multipleOf}\``]),
  ];
  return bounds.length === 0 ? "A duration, such as `90s`." : sentence(bounds.join(" "));
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
