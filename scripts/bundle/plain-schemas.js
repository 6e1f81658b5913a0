import { evaluate } from "./evaluate.js";

/**
 * Puts the JSON Schemas that a module makes with TypeBox in the place of the module: loading TypeBox
 * takes longer than all that a run does with them.
 *
 * @param {RegExp} files - the modules
 * @returns {import("esbuild").Plugin}
 */
export function plainSchemas(files) {
  return {
    name: "plain-schemas",
    setup(build) {
      build.onLoad({ filter: files }, async ({ path }) => {
        const schemas = Object.entries(await evaluate(path));
        const contents = schemas
          .map(([name, schema]) => `export const ${name} = ${JSON.stringify(schema)};`)
          .join("\n");
        return { contents, loader: "js" };
      });
    },
  };
}
