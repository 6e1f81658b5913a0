import { type ActionDefinition } from "@traffic-policy/policy-language";
import { camelCase } from "@traffic-policy/policy-language/internal";
import {
  availabilityOf,
  availabilityWithConfig,
} from "../../packages/policy-builder/src/places.ts";
import { textKindOf } from "../../packages/policy-builder/src/schema.ts";
import { availability } from "../../packages/policy-language/src/catalogue/availability.ts";
import { builderFile, typeImports, type BuilderDialect } from "./builder-dialect.ts";
import { camelConfig } from "./config-code.ts";
import { docComment } from "./doc-comment.ts";
import { formattedText } from "./formatted.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { pascalCase } from "./names.ts";
import { restrictionLabel, restrictionType } from "./restriction-label.ts";
import { interfaceFields } from "./typescript-type.ts";

/** The builder's action functions with their config types, from the catalogue's actions. */
export async function builderActions(of: BuilderDialect): Promise<GeneratedFile> {
  const all = await Promise.all(
    [...of.dialect.actions.values()].map(async (action) => ["", ...(await actionCode(of, action))]),
  );
  const code = all.flat().join("\n");
  return builderFile(of, "actions", [
    `import { createAction, type ActionBuilder } from "../action.ts";`,
    `import { callSite } from "../call-site.ts";`,
    ...typeImports(code, {
      "../expressions/index.ts": ["CelExpression"],
      "../restriction.ts": ["Restriction"],
      "../text.ts": ["JsonTextObject", "JsonTextValue", "TextValue"],
    }),
    `import { ${of.dialect.name} } from "./places.generated.ts";`,
    code,
  ]);
}

async function actionCode(of: BuilderDialect, action: ActionDefinition): Promise<string[]> {
  const { type, config } = action;
  const name = camelCase(type);
  const fields = configInterface(action);
  const generic = hasExpressions(fields) ? "<R extends Restriction = never>" : "";
  const given = `${configName(action)}${generic === "" ? "" : "<R>"}`;
  const parameter =
    action.setsVariables === undefined
      ? `config: ${given}`
      : `config: ${given} | JsonTextObject<R>`;
  const label = restrictionLabel(availabilityOf(action), of.dialect);
  const withConfig = restrictionLabel(availabilityWithConfig(action), of.dialect);
  const result = (one: string | undefined): string =>
    `ActionBuilder<${restrictionType(one)}${generic === "" ? "" : " | R"}>`;
  const comment = await functionComment(action);
  const body = [`return createAction(${of.dialect.name}, "${type}", config, callSite());`, "}"];
  const isOptional = config.required === undefined || config.required.length === 0;
  const declared =
    withConfig === label
      ? [
          comment,
          `export function ${name}${generic}(${isOptional ? parameter.replace(":", "?:") : parameter}): ${result(label)} {`,
        ]
      : // All fields are for some places only, and with it the action with a config.
        [
          comment,
          `export function ${name}(): ${result(label)};`,
          comment,
          `export function ${name}${generic}(${parameter}): ${result(withConfig)};`,
          `export function ${name}(${parameter.replace(":", "?:")}): ActionBuilder<Restriction> {`,
        ];
  return [fields, "", ...declared, ...body];
}

function configName({ type }: ActionDefinition): string {
  return `${pascalCase(type)}Config`;
}

function configInterface(action: ActionDefinition): string {
  const fields = interfaceFields(action.config, (path) => textKindOf(action, path));
  const parameter = hasExpressions(fields.join("\n")) ? "<R extends Restriction = never>" : "";
  return [
    docComment(`What {@link ${camelCase(action.type)}} takes.`),
    fields.length === 0
      ? `export type ${configName(action)} = Readonly<Record<string, never>>;`
      : `export interface ${configName(action)}${parameter} {\n${fields.join("\n")}\n}`,
  ].join("\n");
}

/** Whether a config can have expressions in it, which narrow where the action may stand. */
function hasExpressions(fields: string): boolean {
  return /<R\b/.test(fields);
}

async function functionComment(action: ActionDefinition): Promise<string> {
  const { type, description, sections, unsure = [] } = action;
  return docComment(
    `${description} (\`${type}\`)`,
    "",
    `May stand in: ${availability(sections)}.`,
    ...endsProcessing(action),
    ...variablesSentence(action),
    ...unsure.flatMap((fact) => ["", fact]),
    "",
    "@example",
    "```ts",
    ...(await exampleLines(action)),
    "```",
  );
}

function endsProcessing({ endsProcessing: ends }: ActionDefinition): string[] {
  if (ends === "never") return [];
  const when = ends === "always" ? "" : ` when ${ends.when}`;
  return ["", `Ends processing${when}: nothing after it runs.`];
}

function variablesSentence({ setsVariables }: ActionDefinition): string[] {
  if (setsVariables === undefined) return [];
  return [
    "",
    `The names and values of an object are set in the order in which they are written. A list in \`${setsVariables}\`, each with one name, sets a name twice.`,
  ];
}

/** The example of an action as a call of the builder. */
export async function exampleLines({
  type,
  config,
  example,
  setsVariables,
}: ActionDefinition): Promise<string[]> {
  const list = setsVariables === undefined ? undefined : example[setsVariables];
  const given = Array.isArray(list)
    ? Object.assign({}, ...(list as object[]))
    : camelConfig(config, example);
  const argument = Object.keys(given as object).length === 0 ? "" : JSON.stringify(given);
  const code = `${camelCase(type)}(${argument})`;
  const text = await formattedText("example.ts", code, { printWidth: 90, semi: false });
  return text.trimEnd().split("\n");
}
