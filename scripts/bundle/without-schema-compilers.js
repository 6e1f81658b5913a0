/**
 * Takes out of Fastify the compilers of schemas, which the emulator replaces; see `server.ts` of it.
 *
 * @type {import("esbuild").Plugin}
 */
export const withoutSchemaCompilers = {
  name: "without-schema-compilers",
  setup(build) {
    const filter = /\/@fastify\/(?:ajv|fast-json-stringify)-compiler\/index\.js$/;
    build.onLoad({ filter }, () => ({ contents: "" }));
  },
};
