/**
 * Takes the `import` of the file that starts the command; see `packages/cli/src/start`.
 *
 * @type {import("esbuild").Plugin}
 */
export const importFromStart = {
  name: "import-from-start",
  setup(build) {
    build.onLoad({ filter: /project\/src\/code\/native-import\.ts$/ }, () => ({
      contents: "const fromStart = nativeImport; export { fromStart as nativeImport };",
    }));
  },
};
