import { createRequire } from "node:module";
import { dirname } from "node:path";
import { evaluate } from "./evaluate.js";

/**
 * Puts validators that Ajv has compiled into the command, so that no run has to compile them.
 *
 * @param {object} files
 * @param {string} files.list - the module that exports the schemas
 * @param {string} files.options - the module that exports how they are compiled
 * @param {RegExp} files.place - the module in whose place the validators come
 * @returns {import("esbuild").Plugin}
 */
export function compileSchemas({ list, options, place }) {
  return {
    name: "compile-schemas",
    setup(build) {
      build.onLoad({ filter: place }, async () => {
        const { schemas } = /** @type {{ schemas: object[] }} */ (await evaluate(list));
        const { ajvOptions } = /** @type {{ ajvOptions: object }} */ (await evaluate(options));
        const require = createRequire(options);
        const { Ajv } = require("ajv");
        const standalone = require("ajv/dist/standalone").default;
        const ajv = new Ajv({ ...ajvOptions, code: { source: true, esm: true } });
        const texts = [...new Set(schemas.map((schema) => JSON.stringify(schema)))];
        const names = Object.fromEntries(texts.map((text, index) => [`compiled${index}`, text]));
        for (const [name, text] of Object.entries(names)) ajv.addSchema(JSON.parse(text), name);
        const code = standalone(
          ajv,
          Object.fromEntries(Object.keys(names).map((name) => [name, name])),
        );
        const entries = Object.entries(names).map(
          ([name, text]) => `[${JSON.stringify(text)}, ${name}]`,
        );
        // Told where it is, so that it is bundled although the compiler is not.
        const bundled = String(code).replaceAll(
          /require\("(ajv\/[^"]+)"\)/g,
          (_call, name) => `require(${JSON.stringify(require.resolve(name))})`,
        );
        const contents = `${bundled}\nexport const compiledSchemas = () => new Map([${entries.join(",")}]);`;
        return { contents, loader: "js", resolveDir: dirname(options) };
      });
    },
  };
}
