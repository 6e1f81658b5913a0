// Writes the entry points of the language, the builder and the command as few files, with the
// libraries they stand on: loading hundreds of small files took longer than all the work of most commands.
// Types come from tsc.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { compileSchemas } from "./bundle/compile-schemas.js";
import { importFromStart } from "./bundle/import-from-start.js";
import { lazyAjv } from "./bundle/lazy-ajv.js";
import { plainSchemas } from "./bundle/plain-schemas.js";
import { withoutChildProcesses } from "./bundle/without-child-processes.js";

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
  // Not published: only the list of what went into a bundle is read from it.
  sourcemap: "external",
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
  // With the little of the language that it needs: each policy in code loads this.
  entryPoints: ["src/index.ts", "src/is-policy-builder.ts"],
  platform: "neutral",
});
await build({
  ...common,
  absWorkingDir: path("policy-builder"),
  entryPoints: ["src/to-source/index.ts"],
  splitting: false,
  platform: "neutral",
  // The order of a document's keys is known to the language that read it.
  external: ["@traffic-policy/policy-language", "prettier/*"],
});

const { dependencies } = JSON.parse(readFileSync(path("cli/package.json"), "utf8"));

/** @type {import("esbuild").BuildOptions & { plugins: import("esbuild").Plugin[] }} */
const cli = {
  ...common,
  platform: "node",
  define: { TRANSFORMER: JSON.stringify(`oxc-transform-${dependencies["oxc-transform"]}`) },
  plugins: [
    plainSchemas(/(?:configuration\/(?:lint-)?|exchange\/)schema\.ts$/),
    withoutChildProcesses,
    lazyAjv(/policy-lint\/src\/schema\/compile-schema\.ts$/),
    compileSchemas({
      list: path("cli/src/configuration/compiled-when-built.ts"),
      options: path("policy-lint/src/schema/ajv-options.ts"),
      place: /policy-lint\/src\/schema\/compiled-schemas\.ts$/,
    }),
  ],
  // Native code, and what few runs of the command load.
  external: [
    "oxc-parser",
    "oxc-transform",
    "@traffic-policy/emulator",
    "ajv",
    "prettier/*",
    "listr2",
    "undici",
    "write-file-atomic",
  ],
};

await bundle("cli", {
  ...cli,
  entryPoints: ["src/index.ts", "src/user-code/typescript-hooks.ts"],
  entryNames: "[name]",
});

// The command itself is one file of CommonJS, because Node can keep the machine code of that.
/** @type {import("esbuild").BuildOptions} */
const commonJs = {
  ...cli,
  absWorkingDir: path("cli"),
  splitting: false,
  format: "cjs",
  target: "node20",
  outExtension: { ".js": ".cjs" },
  minifySyntax: true,
  minifyWhitespace: true,
  minifyIdentifiers: true,
  entryNames: "[name]",
};
await build({
  ...commonJs,
  entryPoints: ["src/main.ts"],
  plugins: [...cli.plugins, importFromStart],
  supported: { "dynamic-import": false },
  define: {
    ...cli.define,
    "import.meta.url": "urlOfThis",
    "import.meta.resolve": "resolveFromThis",
  },
  banner: {
    js: [
      'const { pathToFileURL: toUrl } = require("node:url");',
      "const urlOfThis = toUrl(__filename).href;",
      "const resolveFromThis = (name) => toUrl(require.resolve(name)).href;",
    ].join(" "),
  },
});
const main = path("cli/dist/main.cjs");
// Regular expressions are what esbuild leaves as it is. The file is read as Latin-1, which is
// quicker than UTF-8.
const text = readFileSync(main, "utf8").replaceAll(
  /[^\0-\x7f]/g,
  (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
);
const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
writeFileSync(main, text.replaceAll("0".repeat(16), digest));
await build({
  ...commonJs,
  entryPoints: { start: "src/start/index.ts" },
  plugins: [],
  define: { BUILD: JSON.stringify(digest) },
});

/** @param {string} relative - to the folder of the packages */
function path(relative) {
  return fileURLToPath(new URL(`../packages/${relative}`, import.meta.url));
}

/**
 * @param {string} name
 * @param {import("esbuild").BuildOptions} options
 */
async function bundle(name, options) {
  const folder = path(name);
  // The names of shared parts change with their content: the old ones would stay for ever.
  for (const file of readdirSync(`${folder}/dist`, { recursive: true, encoding: "utf8" })) {
    if (/\.c?js(\.map)?$/.test(file)) rmSync(`${folder}/dist/${file}`);
  }
  await build({ ...options, absWorkingDir: folder });
}
