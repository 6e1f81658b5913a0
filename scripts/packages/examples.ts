import { cpSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const examples = fileURLToPath(new URL("../../docs/examples", import.meta.url));

/** What belongs to the examples in the workspace, and not to a project that copies them. */
const ofTheWorkspace = new Set([
  "node_modules",
  ".traffic-policy",
  "package.json",
  "tsconfig.json",
]);

/** Copies the examples of the documentation into a project. */
export function copyExamples(folder: string): void {
  const filter = (path: string) => !ofTheWorkspace.has(basename(path));
  cpSync(examples, folder, { recursive: true, filter });
}
