import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const cache = new URL("../../node_modules/.cache/traffic-policy/", import.meta.url);

/**
 * Writes the JSON Schemas that a package publishes.
 *
 * @param {string} folder - of the package
 * @param {URL} module - the file that exports them as `schemas`, by their names
 */
export async function writeSchemas(folder, module) {
  const to = join(folder, "schema");
  // Those of commands that are gone would stay for ever.
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to);
  for (const [name, schema] of Object.entries(await schemasOf(fileURLToPath(module)))) {
    writeFileSync(join(to, `${name}.schema.json`), `${JSON.stringify(schema, undefined, 2)}\n`);
  }
}

/**
 * The packages are those that are built already: to bundle all of lint again took longer than the rest.
 *
 * @param {string} module
 * @returns {Promise<Record<string, object>>}
 */
async function schemasOf(module) {
  const outfile = new URL(`${basename(module, ".ts")}.mjs`, cache);
  await build({
    entryPoints: [module],
    outfile: fileURLToPath(outfile),
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    logLevel: "warning",
  });
  const { schemas } = await import(outfile.href);
  return schemas;
}
