import { readFileSync } from "node:fs";

/**
 * Takes the texts of their pages out of the lint rules: a page of the web loads them when somebody wants to read one.
 *
 * @type {import("esbuild").Plugin}
 */
export const withoutRuleDocs = {
  name: "without-rule-docs",
  setup(build) {
    build.onLoad({ filter: /policy-lint\/src\/rules\/[\w-]+\/[\w-]+\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const contents = text.replace(/^ {2}docs: \{\n[^]*?^ {2}\},\n/m, "");
      if (contents === text && text.includes("defineRule({")) {
        throw new Error(`${path} has its documentation in another place now.`);
      }
      return { contents, loader: "ts" };
    });
  },
};
