// Writes the entry points of the language, the builder and the command as few files, with the
// libraries they stand on: loading hundreds of small files took longer than all the work of most commands.
// Types come from tsc.
import { readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** @type {import("esbuild").BuildOptions} */
const common = {
  outdir: "dist",
  outbase: "src",
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2023",
  mainFields: ["module", "main"],
  conditions: ["@traffic-policy/source"],
  sourcemap: true,
  legalComments: "inline",
  logLevel: "warning",
};

await bundle("policy-language", {
  ...common,
  entryPoints: ["src/index.ts", "src/service/index.ts", "src/document/yaml/index.ts"],
  platform: "neutral",
});

await bundle("policy-builder", {
  ...common,
  entryPoints: ["src/index.ts", "src/to-source/index.ts"],
  platform: "neutral",
  // A policy and whoever reads it share the language; Prettier is for writing sources only.
  external: ["@traffic-policy/policy-language", "prettier/*"],
});

await bundle("cli", {
  ...common,
  entryPoints: ["src/main.ts", "src/index.ts", "src/user-code/typescript-hooks.ts"],
  entryNames: "[name]",
  platform: "node",
  // Native code, and what few runs of the command load.
  external: [
    "oxc-parser",
    "oxc-transform",
    "write-file-atomic",
    "@traffic-policy/api",
    "@traffic-policy/emulator",
    "@traffic-policy/policy-builder/to-source",
    "@traffic-policy/policy-language/yaml",
  ],
  // What is inside as CommonJS asks for Node's own modules in this way.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
  },
});

/**
 * @param {string} name
 * @param {import("esbuild").BuildOptions} options
 */
async function bundle(name, options) {
  const folder = fileURLToPath(new URL(`../packages/${name}/`, import.meta.url));
  // The names of shared parts change with their content: the old ones would stay for ever.
  for (const file of readdirSync(`${folder}/dist`, { recursive: true, encoding: "utf8" })) {
    if (/\.js(\.map)?$/.test(file)) rmSync(`${folder}/dist/${file}`);
  }
  await build({ ...options, absWorkingDir: folder });
}
