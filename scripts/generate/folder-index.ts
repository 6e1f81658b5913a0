import { camelCase } from "../../packages/policy-language/src/text/camel-case.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { folderFiles } from "./folder-files.ts";

/** The index of a folder in which every file exports one thing: adding a file adds it. */
export function folderIndex(options: {
  folder: string;
  /** The type of what the files export. */
  type: { name: string; from: string };
  /** The exported variable: a list, or with `named` a map by the file's name. */
  variable: string;
  named?: boolean;
}): GeneratedFile {
  const { folder, type, variable, named = false } = options;
  const files = folderFiles(folder).map((file) => ({ file, local: camelCase(file) }));
  return {
    path: `${folder}/index.generated.ts`,
    text: [
      `// Generated from the files of this folder by "pnpm generate"; do not edit.`,
      `import type { ${type.name} } from "${type.from}";`,
      ...files.map(({ file, local }) => `import ${local} from "./${file}.ts";`),
      "",
      ...(named
        ? [
            `export const ${variable}: ReadonlyMap<string, ${type.name}> = new Map([`,
            ...files.map(({ file, local }) => `["${file}", ${local}],`),
            "]);",
          ]
        : [
            `export const ${variable}: readonly ${type.name}[] = [`,
            ...files.map(({ local }) => `${local},`),
            "];",
          ]),
      "",
    ].join("\n"),
  };
}
