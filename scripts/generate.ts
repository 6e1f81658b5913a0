// Writes every generated file of the repository from its one source, and makes the pages current
// and pictures that show files and output. The built command is run for those, so build first; with the argument
// `code` these pages are left as they are.
import { mkdirSync, writeFileSync } from "node:fs";
import { filledDocuments } from "./generate/documents.ts";
import { generatedFromCode, generatedIndexes } from "./generate/files.ts";
import { filledPictures } from "./generate/pictures.ts";
import { root } from "./generate/root.ts";

const fromCode = [generatedIndexes, generatedFromCode];
const fromOutput = [filledDocuments, filledPictures];
const stages = process.argv.includes("code") ? fromCode : [...fromCode, ...fromOutput];

for (const generate of stages) {
  for (const { path, text } of await generate()) {
    const file = new URL(path, root);
    mkdirSync(new URL(".", file), { recursive: true });
    writeFileSync(file, text);
    console.log(path);
  }
}
