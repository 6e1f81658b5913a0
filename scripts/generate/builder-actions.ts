import type { ActionDefinition } from "@traffic-policy/policy-language";
import { format } from "prettier";
import { camelConfig, configCode } from "./config-code.ts";
import { availability, docComment } from "./doc-comment.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { folderDefaults } from "./folder-files.ts";
import { camelCase, pascalCase } from "./names.ts";
import { interfaceFields } from "./typescript-type.ts";

/** The builders' action functions with their config types, from the catalogue's actions. */
export async function builderActions(folder: string): Promise<GeneratedFile> {
  const actions = [...(await folderDefaults<ActionDefinition>(folder)).values()];
  const functions = await Promise.all(actions.map(actionFunction));
  const helper = functions.some((text) => text.includes("defined(")) ? ", defined" : "";
  return {
    path: "packages/policy-builder/src/actions.generated.ts",
    text: [
      `// Generated from the catalogue's actions by "pnpm generate"; do not edit.`,
      `import { createAction${helper}, type ActionBuilder } from "./action.ts";`,
      ...actions.flatMap((action, index) => [
        "",
        configInterface(action),
        "",
        functions[index] ?? "",
      ]),
      "",
    ].join("\n"),
  };
}

function configInterface({ type, config }: ActionDefinition): string {
  return [
    docComment(`What {@link ${camelCase(type)}} takes.`),
    `export interface ${pascalCase(type)}Config {`,
    ...interfaceFields(config),
    "}",
  ].join("\n");
}

async function actionFunction(action: ActionDefinition): Promise<string> {
  const { type, description, config, directions, unsure = [] } = action;
  const name = camelCase(type);
  const optional = config.required === undefined ? " = {}" : "";
  return [
    docComment(
      `${description} (\`${type}\`)`,
      "",
      `May stand in: ${availability(directions)}.`,
      ...endsProcessing(action),
      ...unsure.flatMap((fact) => ["", fact]),
      "",
      "@example",
      "```ts",
      ...(await exampleLines(action)),
      "```",
    ),
    `export function ${name}(config: ${pascalCase(type)}Config${optional}): ActionBuilder {`,
    `return createAction("${type}", ${configCode(config, "config")}, ${name});`,
    "}",
  ].join("\n");
}

function endsProcessing({ endsProcessing: ends }: ActionDefinition): string[] {
  if (ends === "never") return [];
  const when = ends === "always" ? "" : ` when ${ends.when}`;
  return ["", `Ends processing${when}: nothing after it runs.`];
}

async function exampleLines({ type, config, example }: ActionDefinition): Promise<string[]> {
  const code = `${camelCase(type)}(${JSON.stringify(camelConfig(config, example))})`;
  const text = await format(code, { parser: "typescript", printWidth: 90, semi: false });
  return text.trimEnd().split("\n");
}
