import type { ActionDefinition } from "@traffic-policy/policy-language";
import type { GeneratedFile } from "./generated-file.ts";
import { folderDefaults } from "./folder-files.ts";

/** The actions of a folder as plain data, so that nothing at run time needs the schema library. */
export async function actionData(folder: string): Promise<GeneratedFile> {
  const actions = [...(await folderDefaults<ActionDefinition>(folder)).values()];
  return {
    path: `${folder}/index.generated.ts`,
    text: [
      `// Generated from the files of this folder by "pnpm generate"; do not edit.`,
      `import type { ActionDefinition } from "../../action.ts";`,
      "",
      `export const actions: readonly ActionDefinition[] = ${JSON.stringify(actions)};`,
      "",
    ].join("\n"),
  };
}
