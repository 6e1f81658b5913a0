// Writes every generated file of the repository from its one source, and makes the pages current
// and pictures that show files and output. The built command is run for those, so it builds before. With the
// argument `code` these pages are left as they are; with paths of pages, such as docs/linting.md, only they are
// filled, and nothing is built.
import { execSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import type { GeneratedFile } from "./generate/generated-file.ts";
import { root } from "./generate/root.ts";

const args = process.argv.slice(2);
const onlyPages = args.filter((arg) => arg.endsWith(".md"));

if (onlyPages.length === 0) {
  // What is generated from code imports the packages, and those their indexes: so the indexes are written first.
  const { generatedIndexes } = await import("./generate/indexes.ts");
  write(await generatedIndexes());
  const { generatedFromCode } = await import("./generate/files.ts");
  write(await generatedFromCode());
}
if (args.length === 0) execSync("npm run --silent build", { stdio: "inherit" });
if (!args.includes("code")) {
  const { filledDocuments } = await import("./generate/documents.ts");
  write(await filledDocuments(onlyPages));
}
if (args.length === 0) {
  const { filledPictures } = await import("./generate/pictures.ts");
  write(await filledPictures());
  const { filledEditorPictures } = await import("./generate/editor-pictures.ts");
  write(await filledEditorPictures());
}

function write(files: readonly GeneratedFile[]): void {
  for (const { path, text } of files) {
    const file = new URL(path, root);
    mkdirSync(new URL(".", file), { recursive: true });
    writeFileSync(file, text);
    console.log(path);
  }
}
