// Adds to the manifest of each package that is packed or published where it comes from: the address of
// the repository, which the root package.json has and nothing else.
const { readFileSync } = require("node:fs");
const { relative, sep } = require("node:path");

/**
 * @param {object} manifest
 * @param {string} folder - of the package; absolute path
 */
function beforePacking(manifest, folder) {
  const { repository: url } = JSON.parse(readFileSync(`${__dirname}/package.json`, "utf8"));
  if (url === undefined) return manifest;
  const directory = relative(__dirname, folder).replaceAll(sep, "/");
  return {
    ...manifest,
    homepage: `${url}/tree/HEAD/${directory}#readme`,
    bugs: { url: `${url}/issues` },
    repository: { type: "git", url: `git+${url}.git`, directory },
  };
}

module.exports = { hooks: { beforePacking } };
