// Writes, beside each bundle, the licences of the libraries that went into it: most of them ask that
// their text goes along with every copy. Which ones these are stands in the bundles' source maps.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { libraryOf, notices } from "./third-party/notices.js";

const packages = fileURLToPath(new URL("../packages", import.meta.url));

for (const name of readdirSync(packages)) {
  const dist = join(packages, name, "dist");
  // The extension for VS Code is built when it is packed.
  if (!existsSync(dist)) continue;
  const file = join(dist, "third-party-licenses.txt");
  const libraries = librariesIn(dist);
  if (libraries.length === 0) rmSync(file, { force: true });
  else writeFileSync(file, notices(libraries));
}

/**
 * The folders of the libraries that the bundles in a folder hold, by their names.
 *
 * @param {string} dist
 * @returns {string[]}
 */
function librariesIn(dist) {
  const folders = new Set();
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    if (!/\.c?js\.map$/.test(file)) continue;
    /** @type {{ sources: string[] }} */
    const { sources } = JSON.parse(readFileSync(join(dist, file), "utf8"));
    for (const source of sources) {
      const folder = libraryOf(source);
      if (folder !== undefined) folders.add(join(dist, dirname(file), folder));
    }
  }
  return [...folders].toSorted();
}
