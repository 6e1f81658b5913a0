import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The texts in this folder of libraries that come without one.
 *
 * @type {Record<string, string[]>}
 */
const withoutText = {
  "@polka/url": ["mit-luke-edwards"],
  sirv: ["mit-luke-edwards"],
  "@bufbuild/cel": ["apache-2.0"],
  "@bufbuild/cel-spec": ["apache-2.0"],
  // The second one is of its `wire/varint.js`.
  "@bufbuild/protobuf": ["apache-2.0", "google-protobuf"],
};

/**
 * The licences of libraries, as one text.
 *
 * @param {readonly string[]} folders - of the libraries
 * @returns {string}
 */
export function notices(folders) {
  return folders.map(notice).join(`\n${"-".repeat(80)}\n\n`);
}

/**
 * The folder of the library that a source is in; none when it is in none.
 *
 * @param {string} source - its path
 * @returns {string | undefined}
 */
export function libraryOf(source) {
  const [folder] = /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(source) ?? [];
  return folder;
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
  return texts.map((text) => fileURLToPath(new URL(`${text}.txt`, import.meta.url)));
}
