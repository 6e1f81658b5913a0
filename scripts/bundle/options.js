import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { onlyDispatching } from "./only-dispatching.js";
import { plainSchemas } from "./plain-schemas.js";
import { withoutChildProcesses } from "./without-child-processes.js";
import { withoutSchemaCompiler } from "./without-schema-compiler.js";
import { withoutSecondMatcher } from "./without-second-matcher.js";
import { withoutSecondRe2 } from "./without-second-re2.js";

/** @type {import("esbuild").BuildOptions} */
export const common = {
  outdir: "dist",
  outbase: "src",
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2023",
  mainFields: ["module", "main"],
  conditions: ["@traffic-policy/source"],
  // Not published: only the list of what went into a bundle is read from it.
  sourcemap: "external",
  sourcesContent: false,
  legalComments: "inline",
  logLevel: "warning",
};

const { dependencies } = JSON.parse(readFileSync(path("cli/package.json"), "utf8"));
const typeStripper = createHash("sha256")
  .update(dependencies["oxc-parser"])
  .update(readFileSync(path("project/src/code/blank-types.ts")))
  .update(readFileSync(path("policy-builder/src/code/blank-types.ts")))
  .digest("hex")
  .slice(0, 16);

/** @type {import("esbuild").BuildOptions & { plugins: import("esbuild").Plugin[]; external: string[] }} */
export const cli = {
  ...common,
  platform: "node",
  define: { TYPE_STRIPPER: JSON.stringify(`types-${typeStripper}`) },
  plugins: [
    plainSchemas(/configuration\/(?:lint-)?schema\.ts$|formats\/\w+-schema\.ts$/),
    onlyDispatching,
    withoutChildProcesses,
    withoutSchemaCompiler,
    withoutSecondMatcher,
    withoutSecondRe2,
  ],
  // Native code, and what is too big for what few runs need of it.
  external: ["oxc-parser", "prettier/*"],
};

/** @param {string} relative - to the folder of the packages */
export function path(relative) {
  return fileURLToPath(new URL(`../../packages/${relative}`, import.meta.url));
}
