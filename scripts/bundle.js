// Writes the entry points of the language, the builder and the command as few files, with the
// libraries they stand on: loading hundreds of small files took longer than all the work of most commands.
// Types come from tsc.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { bundleCommand } from "./bundle/command.js";
import { cli, common, path } from "./bundle/options.js";
import { withoutSecondRe2 } from "./bundle/without-second-re2.js";
import { writeSchemas } from "./bundle/write-schemas.js";

// What was packed from an earlier build.
rmSync(path("../dist/packs"), { recursive: true, force: true });

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

await bundleCommand({ outdir: path("cli/dist"), start: "src/start/index.ts" });

await writeSchemas(path("policy-language"), new URL("bundle/policy-schemas.ts", import.meta.url));
await writeSchemas(path("cli"), new URL("bundle/command-schemas.ts", import.meta.url));

// The pages that editors and messages link to, without the links to others.
const docs = path("../docs");
const pages = [
  "hooks.md",
  "site.md",
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
