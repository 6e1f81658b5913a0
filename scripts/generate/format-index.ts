import { folderFiles } from "./folder-files.ts";
import type { GeneratedFile } from "./generated-file.ts";

// Where help and errors list the formats, these stand before the others.
const first = ["pretty", "json", "sarif"];

/** The index of a folder with a format a file, each of which is loaded when it is asked for. */
export function formatIndex(
  folder: string,
  /** The type of the files. */
  type: { name: string; from: string },
): GeneratedFile {
  const found = folderFiles(folder);
  const files = [...first.filter((file) => found.includes(file)), ...found];
  return {
    path: `${folder}/index.generated.ts`,
    text: [
      `// Generated from the files of this folder by "pnpm generate"; do not edit.`,
      `import type { ${type.name} } from "${type.from}";`,
      "",
      "export const formats = {",
      ...[...new Set(files)].map((file) => `${file}: () => import("./${file}.ts"),`),
      `} satisfies Readonly<Record<string, () => Promise<${type.name}>>>;`,
      "",
    ].join("\n"),
  };
}
