import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * The files of a folder, as paths in it. What is installed there is left out: it leads to the packages, in which other
 * tests put files for a while.
 */
export function ownFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === "node_modules") return [];
    if (!entry.isDirectory()) return [entry.name];
    return ownFiles(join(folder, entry.name)).map((name) => join(entry.name, name));
  });
}
