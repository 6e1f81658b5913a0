import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The libraries whose licences lie beside a bundle. */
export function bundledIn(dist: string): readonly string[] {
  const file = join(dist, "third-party-licenses.txt");
  if (!existsSync(file)) return [];
  const titles = readFileSync(file, "utf8").matchAll(/^(\S+) \d\S* \(.+\)$/gm);
  return [...titles].map(([, library = ""]) => library);
}
