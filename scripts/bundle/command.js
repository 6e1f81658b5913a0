import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { importFromStart } from "./import-from-start.js";
import { cli, path } from "./options.js";
import { splitCommand } from "./split-command.js";

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
/**
 * Where the command is bundled to, and how its parts differ there.
 *
 * @typedef {object} CommandBundle
 * @property {string} outdir - absolute path
 * @property {string} start - the module that starts it, relative to the package
 * @property {readonly import("esbuild").Plugin[]} [plugins]
 * @property {string[]} [external] - what is not bundled
 * @property {Record<string, string>} [define]
 */

/**
 * Bundles the command into few files, and the file that starts it.
 *
 * @param {CommandBundle} bundle
 */
export async function bundleCommand({
  outdir,
  start,
  plugins = [],
  external = cli.external,
  define,
}) {
  await splitCommand(
    {
      ...cli,
      absWorkingDir: path("cli"),
      entryPoints: ["src/main.ts"],
      plugins: [...cli.plugins, importFromStart, ...plugins],
      external,
      define: {
        ...cli.define,
        ...define,
        "import.meta.url": "importMeta.url",
        __filename: "importMeta.filename",
      },
    },
    { ...commonJs, supported: { "dynamic-import": false } },
    files,
    outdir,
  );
  const texts = [...new Set(files.map(({ name }) => name))].map((name) => {
    const file = `${outdir}/${name}.cjs`;
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
    entryPoints: [start],
    outfile: `${outdir}/start.cjs`,
    bundle: true,
    format: "cjs",
    platform: "node",
    define: { BUILD: JSON.stringify(digest) },
  });
}
