/**
 * Loads the compiler of JSON Schemas when the first one has to be compiled. Most runs of the command
 * need none: the schemas that it knows are compiled when it is built.
 *
 * @param {RegExp} place - the module that compiles schemas
 * @returns {import("esbuild").Plugin}
 */
export function lazyAjv(place) {
  return {
    name: "lazy-ajv",
    setup(build) {
      // Not in the file that every run reads. The emulator's is bundled with it.
      build.onResolve({ filter: /^ajv$/ }, ({ importer }) =>
        place.test(importer) ? { path: "ajv", external: true } : undefined,
      );
      build.onLoad({ filter: place }, () => ({
        contents: `
          import { ajvOptions } from "./ajv-options.ts";
          let ajv;
          export const compileSchema = (schema) => {
            ajv ??= new (require("ajv").Ajv)(ajvOptions);
            return ajv.compile(schema);
          };`,
        loader: "js",
      }));
    },
  };
}
