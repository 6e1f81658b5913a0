// Writes every generated file of the repository from its one source, and fills the pages that show files and output. It
// prints the paths of what has changed. The built command is run for the pages, so it builds before. With the argument
// `code` the pages are left as they are; with paths of pages, such as docs/linting.md, only they are filled, and
// nothing is built. Pictures of terminals and editors have a command of their own, `generate:pictures`.
import { execSync } from "node:child_process";
import { writeFiles } from "./generate/write-files.ts";

const args = process.argv.slice(2);
const onlyPages = args.filter((arg) => arg.endsWith(".md"));

if (onlyPages.length === 0) {
  // What is generated from code imports the packages, and those their indexes: so the indexes are written first.
  const { generatedIndexes } = await import("./generate/indexes.ts");
  writeFiles(await generatedIndexes());
  const { generatedFromCode } = await import("./generate/files.ts");
  writeFiles(await generatedFromCode());
}
if (args.length === 0) execSync("npm run --silent build:command", { stdio: "inherit" });
if (!args.includes("code")) {
  const { filledDocuments } = await import("./generate/documents.ts");
  writeFiles(await filledDocuments(onlyPages));
}
