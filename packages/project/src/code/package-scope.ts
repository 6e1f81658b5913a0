import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { largestDocument, type Files } from "../files/files.ts";

/**
 * Asks what the package.json is that Node reads for a module: Node waits for a named pipe without an end,
 * and shows the beginning of what is not JSON.
 *
 * @param file - of the module; absolute path
 * @throws ExplainedError when it is none that may be read
 */
export function checkPackageScope(file: string, files: Files): void {
  const path = existsSync(file) ? realpathSync(file) : file;
  for (let folder = dirname(path); basename(folder) !== "node_modules"; folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    // Node goes on above a folder of that name.
    const isFolder = files.statIfAny(manifest)?.isDirectory() === true;
    if (!isFolder && files.sizeOf(manifest, largestDocument) !== undefined) return;
    if (dirname(folder) === folder) return;
  }
}
