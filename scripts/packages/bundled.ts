import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The libraries whose licences lie beside a bundle. */
export function bundledIn(dist: string): readonly string[] {
  const file = join(dist, "third-party-licenses.txt");
  if (!existsSync(file)) return [];
  const titles = readFileSync(file, "utf8").matchAll(/^(\S+) \d\S* \(.+\)$/gm);
  return [...titles].map(([, library = ""]) => library);
}

/** The size of all files below a folder, in bytes. */
export function sizeBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
