import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { evaluate } from "./evaluate.js";

/**
 * Writes the JSON Schemas that a package publishes.
 *
 * @param {string} folder - of the package
 * @param {URL} module - the file that exports them as `schemas`, by their names
 */
export async function writeSchemas(folder, module) {
  const { schemas } = /** @type {{ schemas: Record<string, object> }} */ (
    await evaluate(fileURLToPath(module))
  );
  const to = join(folder, "schema");
  // Those of commands that are gone would stay for ever.
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to);
  for (const [name, schema] of Object.entries(schemas)) {
    writeFileSync(join(to, `${name}.schema.json`), `${JSON.stringify(schema, undefined, 2)}\n`);
  }
}
