import { camelCase } from "../../packages/policy-language/src/text/camel-case.ts";
import { folderFiles } from "./folder-files.ts";
import type { GeneratedFile } from "./generated-file.ts";

const note = `// Generated from the folders of the commands by "pnpm generate"; do not edit.`;

/** The commands, each of which is loaded when it is needed, and what they print as JSON. */
export function commandIndexes(source = "packages/cli/src"): GeneratedFile[] {
  const files = folderFiles(source);
  const names = files.flatMap((file) => /^commands\/([^/]+)\/command$/.exec(file)?.[1] ?? []);
  const outputs = files.filter((file) => file.endsWith("/output"));
  return [
    {
      path: `${source}/commands/index.generated.ts`,
      text: [
        note,
        `import type { CommandModules } from "../program/definition.ts";`,
        "",
        "export const commands: readonly CommandModules[] = [",
        ...names.map(
          (name) =>
            `{ name: "${name}", command: () => import("./${name}/command.ts"), run: () => import("./${name}/run.ts") },`,
        ),
        "];",
        "",
      ].join("\n"),
    },
    {
      path: `${source}/commands/outputs.generated.ts`,
      text: [
        note,
        ...outputs.map((file) => `import ${camelCase(file)} from "../${file}.ts";`),
        `import type { JsonOutput } from "../report/schema.ts";`,
        "",
        "export const jsonOutputs: readonly JsonOutput[] = [",
        ...outputs.map((file) => `...${camelCase(file)},`),
        "];",
        "",
      ].join("\n"),
    },
  ];
}
