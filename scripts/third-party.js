// Writes, beside each bundle, the licences of the libraries that went into it: most of them ask that
// their text goes along with every copy. Which ones these are stands in the bundles' source maps.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const packages = fileURLToPath(new URL("../packages", import.meta.url));

/**
 * The texts in `scripts/third-party` of libraries that come without one.
 *
 * @type {Record<string, string[]>}
 */
const withoutText = {
  "abstract-logging": ["mit-james-sumners"],
  "@bufbuild/cel": ["apache-2.0"],
  "@bufbuild/cel-spec": ["apache-2.0"],
  // The second one is of its `wire/varint.js`.
  "@bufbuild/protobuf": ["apache-2.0", "google-protobuf"],
};

for (const name of readdirSync(packages)) {
  const dist = join(packages, name, "dist");
  const file = join(dist, "third-party-licenses.txt");
  const libraries = librariesIn(dist);
  if (libraries.length === 0) rmSync(file, { force: true });
  else writeFileSync(file, libraries.map(notice).join(`\n${"-".repeat(80)}\n\n`));
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
      const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source) ?? [];
      if (folder !== undefined) folders.add(join(dist, dirname(file), folder));
    }
  }
  return [...folders].toSorted();
}

/**
 * @param {string} folder - of a library
 * @returns {string}
 */
function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = licencesIn(folder, name).map((file) => readFileSync(file, "utf8").trim());
  return `${name} ${version} (${license})\n\n${texts.join("\n\n")}\n`;
}

/**
 * @param {string} folder
 * @param {string} name - of the library
 * @returns {string[]} paths of files
 */
function licencesIn(folder, name) {
  const own = readdirSync(folder).find((entry) => /^licen[cs]e(?:-mit)?(?:\.\w+)?$/i.test(entry));
  if (own !== undefined) return [join(folder, own)];
  const texts = withoutText[name];
  if (texts === undefined) throw new Error(`${name} is bundled, but comes without its licence.`);
  return texts.map((text) => fileURLToPath(new URL(`third-party/${text}.txt`, import.meta.url)));
}
