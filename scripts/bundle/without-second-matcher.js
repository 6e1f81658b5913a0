import { readFileSync } from "node:fs";

/**
 * Of what tinyglobby stands on, fdir would load the files of a matcher of its own when there is one;
 * tinyglobby gives it another, which is part of the command already.
 *
 * @type {import("esbuild").Plugin}
 */
export const withoutSecondMatcher = {
  name: "without-second-matcher",
  setup(build) {
    build.onLoad({ filter: /\/fdir\/dist\/index\.mjs$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const contents = text.replace('pm = __require("picomatch");', "");
      if (contents === text) throw new Error(`${path} loads its matcher in another way now.`);
      return {
        contents: contents.replace('__require.resolve("picomatch");', ""),
        loader: "js",
      };
    });
  },
};
