// Writes the entry points of the language, the builder and the command as few files, with the
// libraries they stand on: loading hundreds of small files took longer than all the work of most commands.
// Types come from tsc.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { importFromStart } from "./bundle/import-from-start.js";
import { onlyDispatching } from "./bundle/only-dispatching.js";
import { plainSchemas } from "./bundle/plain-schemas.js";
import { splitCommand } from "./bundle/split-command.js";
import { withoutChildProcesses } from "./bundle/without-child-processes.js";
import { withoutSchemaCompiler } from "./bundle/without-schema-compiler.js";
import { withoutSecondMatcher } from "./bundle/without-second-matcher.js";
import { withoutSecondRe2 } from "./bundle/without-second-re2.js";
import { writeSchemas } from "./bundle/write-schemas.js";

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
  sourcesContent: false,
  legalComments: "inline",
  logLevel: "warning",
};

await bundle("policy-language", {
  ...common,
  entryPoints: [
    "src/index.ts",
    "src/internal.ts",
    "src/phases.ts",
    "src/secrets.ts",
    "src/service.ts",
    "src/site/index.ts",
    "src/completing.ts",
    "src/editing.ts",
    "src/document/yaml/index.ts",
  ],
  platform: "neutral",
});

await bundle("policy-builder", {
  ...common,
  // With the little of the language that it needs: each policy in code loads this.
  entryPoints: [
    "src/index.ts",
    "src/phases/index.ts",
    "src/is-policy-builder.ts",
    "src/code/index.ts",
    "src/project/project-texts.ts",
  ],
  platform: "neutral",
});
await build({
  ...common,
  absWorkingDir: path("policy-builder"),
  entryPoints: ["src/to-source/to-source.ts"],
  splitting: false,
  platform: "neutral",
  // Whoever has a document to write has loaded the language already.
  external: ["@traffic-policy/policy-language", "prettier/*"],
});

await bundle("policy-engine", {
  ...common,
  entryPoints: [
    "src/index.ts",
    "src/internal.ts",
    "src/formats/index.ts",
    "src/formats/curl.ts",
    "src/report/index.ts",
    "src/vitest.ts",
  ],
  platform: "neutral",
  plugins: [withoutSecondRe2],
  external: ["@sinclair/typebox", "@traffic-policy/policy-language", "vitest"],
});

const { dependencies } = JSON.parse(readFileSync(path("cli/package.json"), "utf8"));
const typeStripper = createHash("sha256")
  .update(dependencies["oxc-parser"])
  .update(readFileSync(path("project/src/code/blank-types.ts")))
  .update(readFileSync(path("policy-builder/src/code/blank-types.ts")))
  .digest("hex")
  .slice(0, 16);

/** @type {import("esbuild").BuildOptions & { plugins: import("esbuild").Plugin[] }} */
const cli = {
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

await bundle("cli", {
  ...cli,
  entryPoints: [
    "src/index.ts",
    "../project/src/code/hooks-thread.ts",
    "../project/src/code/watchdog-thread.ts",
  ],
  entryNames: "[name]",
});

// The builder stays the one that is installed: policies may import it by either name.
await build({
  ...common,
  absWorkingDir: path("cli"),
  entryPoints: ["src/phases.ts"],
  splitting: false,
  external: ["@traffic-policy/policy-builder"],
});

// The command itself is CommonJS, because Node can keep the machine code of that.
/** @type {import("esbuild").BuildOptions} */
const commonJs = {
  target: "node20",
  minifySyntax: true,
  minifyWhitespace: true,
  minifyIdentifiers: true,
  legalComments: "inline",
  logLevel: "warning",
  sourcemap: "external",
  sourcesContent: false,
};
const checker =
  /^src\/commands\/lsp\/(?:run|serve-checker)\.ts$|language-server\/src\/documents\/yaml\.ts$/;
const yaml = /policy-language\/src\/document\/yaml\/index\.ts$/;
const files = [
  {
    name: "main",
    modules:
      /^src\/(?:main|temporary-folder|commands\/lint\/(?:command|run))\.ts$|project\/src\/(?:selection\/find-files|git\/git)\.ts$|\/report\/src\/formats\/pretty\.ts$/,
  },
  {
    name: "code",
    modules: /project\/src\/(?:policies\/code-policy|code\/import-module|code)\.ts$/,
  },
  { name: "changed", modules: /project\/src\/(?:changed\/|selection\/changed-files\.ts$)/ },
  // What YAML and an editor's server both need: most documents of an editor are JSON.
  { name: "main", modules: yaml, sharedWith: /^src\/commands\/lsp\/(?:run|serve-checker)\.ts$/ },
  { name: "yaml", modules: yaml },
  { name: "emulator", modules: /\/emulator\/src\/index\.ts$/ },
  { name: "help", modules: /^src\/commands\/(?:[^/]+\/command|(?:complete|mcp)\/run)\.ts$/ },
  // An editor's server runs all day, and keeps the texts of the files it loads, in two threads.
  { name: "checks", modules: checker, sharedWith: /^src\/commands\/(?!lsp\/)[^/]+\/run\.ts$/ },
  { name: "checker", modules: checker },
  { name: "rest", modules: /^(?!src\/(?:commands\/(?:lsp\/|mcp\/serve-agent)|editor\/))/ },
  { name: "agent", modules: /^src\/commands\/mcp\/serve-agent\.ts$/ },
  { name: "editor", modules: /./ },
];
await splitCommand(
  {
    ...cli,
    absWorkingDir: path("cli"),
    entryPoints: ["src/main.ts"],
    plugins: [...cli.plugins, importFromStart],
    define: {
      ...cli.define,
      "import.meta.url": "importMeta.url",
      "import.meta.resolve": "importMeta.resolve",
      __filename: "importMeta.filename",
    },
  },
  { ...commonJs, supported: { "dynamic-import": false } },
  files,
);
const texts = [...new Set(files.map(({ name }) => name))].map((name) => {
  const file = path(`cli/dist/${name}.cjs`);
  // Regular expressions are what esbuild leaves as it is. The file is read as Latin-1, which is
  // quicker than UTF-8.
  const text = readFileSync(file, "utf8").replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return { file, text };
});
const digest = createHash("sha256")
  .update(texts.map(({ text }) => text).join("\0"))
  .digest("hex")
  .slice(0, 16);
// The place for it in `packages/cli/src/version.ts`.
const placeholder = "built-from-sources";
const places = texts.reduce((sum, { text }) => sum + text.split(placeholder).length - 1, 0);
if (places !== 1) throw new Error(`The build has ${places} places for its digest.`);
for (const { file, text } of texts) writeFileSync(file, text.replace(placeholder, digest));
await build({
  ...commonJs,
  absWorkingDir: path("cli"),
  entryPoints: ["src/start/index.ts"],
  outfile: "dist/start.cjs",
  bundle: true,
  format: "cjs",
  platform: "node",
  define: { BUILD: JSON.stringify(digest) },
});

await writeSchemas(path("policy-language"), new URL("bundle/policy-schemas.ts", import.meta.url));
await writeSchemas(path("cli"), new URL("bundle/command-schemas.ts", import.meta.url));

// The pages that editors and messages link to, without the links to others.
const docs = path("../docs");
const pages = [
  "hooks.md",
  ...["catalogue", "rules"].flatMap((folder) =>
    readdirSync(join(docs, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(folder, name)),
  ),
];
for (const name of pages) {
  const to = path(`cli/dist/docs/${name}`);
  const text = readFileSync(join(docs, name), "utf8").replaceAll(
    /\[([^\]]+)\]\(([^)#:]+)[^):]*\)/g,
    (link, label, target) =>
      /^(?:catalogue|rules)\b/.test(join(dirname(name), target)) ? link : label,
  );
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
}

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
