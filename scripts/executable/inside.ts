import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";

const folder = fileURLToPath(new URL("../../packages/cli/src/executable/", import.meta.url));

/** Takes what lies beside the command in a package from the executable; see `packages/cli/src/executable`. */
export const inside: Plugin = {
  name: "inside-executable",
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /project\/src\/code\/own-modules\.ts$/ }, () => ({
      contents: `export { ownModules } from ${JSON.stringify(`${folder}own-modules.ts`)};`,
      resolveDir: folder,
    }));
    onLoad({ filter: /cli\/src\/package-files\.ts$/ }, () => ({
      contents: `export { packageFiles } from ${JSON.stringify(`${folder}package-files.ts`)};`,
      resolveDir: folder,
    }));
    onResolve({ filter: /\/bindings\.js$/ }, ({ importer }) =>
      importer.includes("/oxc-parser/") ? { path: `${folder}parser-addon.ts` } : undefined,
    );
  },
};
