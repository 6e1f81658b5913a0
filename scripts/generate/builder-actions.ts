import type { ActionDefinition } from "@traffic-policy/policy-language";
import { availability, docComment } from "./doc-comment.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { folderDefaults } from "./folder-files.ts";
import { camelCase, pascalCase } from "./names.ts";
import { typescriptType } from "./typescript-type.ts";

/** The builders' action functions with their config types, from the catalogue's actions. */
export async function builderActions(folder: string): Promise<GeneratedFile> {
  const actions = [...(await folderDefaults<ActionDefinition>(folder)).values()];
  return {
    path: "packages/policy-builder/src/actions.generated.ts",
    text: [
      `// Generated from the catalogue's actions by "pnpm generate"; do not edit.`,
      `import { createAction, type ActionBuilder } from "./action.ts";`,
      ...actions.flatMap((action) => ["", configInterface(action), "", actionFunction(action)]),
      "",
    ].join("\n"),
  };
}

function configInterface({ type, config }: ActionDefinition): string {
  const required = new Set<string>(config.required);
  const fields = Object.entries(config.properties).flatMap(([name, schema]) => [
    docComment(
      String(schema.description),
      ...(schema.default === undefined ? [] : [`Default: \`${JSON.stringify(schema.default)}\`.`]),
    ),
    `readonly ${camelCase(name)}${required.has(name) ? "" : "?"}: ${typescriptType(schema)};`,
  ]);
  return [
    docComment(`What {@link ${camelCase(type)}} takes.`),
    `export interface ${pascalCase(type)}Config {`,
    ...fields,
    "}",
  ].join("\n");
}

function actionFunction({
  type,
  description,
  config,
  directions,
  example,
  unsure = [],
}: ActionDefinition): string {
  const name = camelCase(type);
  const fields = Object.keys(config.properties).map(
    (field) => `${field}: config.${camelCase(field)}`,
  );
  const optional = config.required === undefined ? " = {}" : "";
  const shown = Object.entries(example).map(
    ([field, value]) => `${camelCase(field)}: ${JSON.stringify(value)}`,
  );
  return [
    docComment(
      `${description} (\`${type}\`)`,
      "",
      `May stand in: ${availability(directions)}.`,
      ...unsure.flatMap((fact) => ["", fact]),
      "",
      "@example",
      "```ts",
      `${name}({ ${shown.join(", ")} })`,
      "```",
    ),
    `export function ${name}(config: ${pascalCase(type)}Config${optional}): ActionBuilder {`,
    `return createAction("${type}", { ${fields.join(", ")} }, ${name});`,
    "}",
  ].join("\n");
}
