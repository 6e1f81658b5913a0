/**
 * Takes Ajv out of the Model Context Protocol's SDK, half of that file: it checks what a client's user fills in, which no
 * server of ours asks for.
 *
 * @type {import("esbuild").Plugin}
 */
export const withoutSchemaCompiler = {
  name: "without-schema-compiler",
  setup(build) {
    build.onResolve({ filter: /\/ajv-provider\.js$/ }, () => ({
      path: "ajv",
      namespace: "no-ajv",
    }));
    build.onLoad({ filter: /^ajv$/, namespace: "no-ajv" }, () => ({
      contents: "export class AjvJsonSchemaValidator {}",
    }));
  },
};
