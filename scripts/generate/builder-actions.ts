import { directionsDialect, type ActionDefinition } from "@traffic-policy/policy-language";
import { format } from "prettier";
import { ofAction, within } from "./availabilities.ts";
import { camelConfig, configCode } from "./config-code.ts";
import { docComment } from "./doc-comment.ts";
import { availability } from "../../packages/policy-language/src/catalogue/availability.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { folderDefaults } from "./folder-files.ts";
import { camelCase, pascalCase } from "./names.ts";
import { restrictionLabel, restrictionType, type Availability } from "./restriction-label.ts";
import { interfaceFields, type TextKind } from "./typescript-type.ts";

/** The builders' action functions with their config types, from the catalogue's actions. */
export async function builderActions(folder: string): Promise<GeneratedFile> {
  const actions = [...(await folderDefaults<ActionDefinition>(folder)).values()];
  const functions = await Promise.all(actions.map(actionFunction));
  const code = actions
    .flatMap((action, index) => ["", configInterface(action), "", functions[index] ?? ""])
    .join("\n");
  const names = (pattern: RegExp): string =>
    [...new Set(code.match(pattern))].toSorted().join(", ");
  return {
    path: "packages/policy-builder/src/actions.generated.ts",
    text: [
      `// Generated from the catalogue's actions by "pnpm generate"; do not edit.`,
      `import { createAction, type ActionBuilder } from "./action.ts";`,
      `import { callSite } from "./call-site.ts";`,
      `import type { CelExpression } from "./expressions/index.ts";`,
      `import { ${names(/\bdefined(?=\()/g)} } from "./json-copy.ts";`,
      `import { everywhere, only, type Restriction } from "./restriction.generated.ts";`,
      `import type { ${names(/\b(?:Json)?TextValue\b/g)} } from "./text.ts";`,
      code,
      "",
    ].join("\n"),
  };
}

function textKind({ interpolated, formats = {} }: ActionDefinition, field: string): TextKind {
  if (interpolated.includes(field)) return "interpolated";
  return formats[field] === "expression" ? "expression" : "plain";
}

/** Whether a config can have expressions in it, which narrow where the action may stand. */
function hasExpressions(action: ActionDefinition): boolean {
  return Object.keys(action.config.properties).some((name) => textKind(action, name) !== "plain");
}

function configInterface(action: ActionDefinition): string {
  const { type, config } = action;
  const parameter = hasExpressions(action) ? "<R extends Restriction = never>" : "";
  return [
    docComment(`What {@link ${camelCase(type)}} takes.`),
    `export interface ${pascalCase(type)}Config${parameter} {`,
    ...interfaceFields(config, (name) => textKind(action, name)),
    "}",
  ].join("\n");
}

async function actionFunction(action: ActionDefinition): Promise<string> {
  const { type, config } = action;
  const name = camelCase(type);
  const available = ofAction(action);
  const label = labelOf(available);
  const comment = await functionComment(action);
  const withConfig = labelOf(withinFields(action, available));
  const generic = hasExpressions(action) ? "<R extends Restriction = never>" : "";
  const parameter = `config: ${pascalCase(type)}Config${hasExpressions(action) ? "<R>" : ""}`;
  const optional = config.required === undefined ? " = {}" : "";
  const result = `ActionBuilder<${restrictionType(label)}${hasExpressions(action) ? " | R" : ""}>`;
  const body = (places: string, source = "config"): string =>
    `return createAction("${type}", ${configCode(config, source)}, ${places}, callSite());`;
  if (withConfig === label) {
    return [
      comment,
      `export function ${name}${generic}(${parameter}${optional}): ${result} {`,
      body(placesCode(label)),
      "}",
    ].join("\n");
  }
  // All fields are for some protocols only, and with it the action with a config.
  return [
    comment,
    `export function ${name}(): ${result};`,
    comment,
    `export function ${name}(${parameter}): ActionBuilder<${restrictionType(withConfig)}>;`,
    `export function ${name}(${parameter.replace(":", "?:")}): ActionBuilder<Restriction> {`,
    body(`config === undefined ? ${placesCode(label)} : ${placesCode(withConfig)}`, "config?"),
    "}",
  ].join("\n");
}

/** Where the action may stand with any of its fields, when all are for some protocols only. */
function withinFields(
  { config, fieldProtocols = {} }: ActionDefinition,
  available: Availability,
): Availability {
  const fields = Object.keys(config.properties).map((name) => fieldProtocols[name]);
  const limited = fields.filter((names) => names !== undefined);
  return limited.length < fields.length ? available : within(available, limited.flat());
}

function labelOf(available: Availability): string | undefined {
  return restrictionLabel(available, [...directionsDialect.sections.keys()]);
}

function placesCode(label: string | undefined): string {
  return label === undefined ? "everywhere" : `only["${label}"]`;
}

async function functionComment(action: ActionDefinition): Promise<string> {
  const { type, description, sections, unsure = [] } = action;
  return docComment(
    `${description} (\`${type}\`)`,
    "",
    `May stand in: ${availability(sections)}.`,
    ...endsProcessing(action),
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

/** The example of an action as a call of the builder. */
export async function exampleLines({ type, config, example }: ActionDefinition): Promise<string[]> {
  const code = `${camelCase(type)}(${JSON.stringify(camelConfig(config, example))})`;
  const text = await format(code, { parser: "typescript", printWidth: 90, semi: false });
  return text.trimEnd().split("\n");
}
