import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { largestDocument, type Files } from "../files/files.ts";

/**
 * Checks the package.json that Node reads for a module: Node waits forever for a named pipe, and prints the start of
 * a file that is not JSON.
 *
 * @param file - of the module; absolute path
 * @throws ExplainedError when it must not be read
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
