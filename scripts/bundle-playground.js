// Writes the playground into `packages/playground/dist/page`: a page that needs no server but one of files.
import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { codeFrame } from "./bundle/code-frame.js";

const folder = fileURLToPath(new URL("../packages/playground", import.meta.url));
const outdir = `${folder}/dist/page`;
rmSync(outdir, { recursive: true, force: true });
/** @type {import("esbuild").BuildOptions} */
const options = {
  absWorkingDir: folder,
  entryPoints: {
    // What a page loads, and what it starts by name.
    playground: "src/page/playground.ts",
    "language-worker": "src/language/worker.ts",
    "work-worker": "src/work/worker.ts",
  },
  outdir,
  bundle: true,
  // What is first used later is loaded later.
  splitting: true,
  format: "esm",
  platform: "browser",
  target: "es2023",
  mainFields: ["module", "main"],
  conditions: ["@traffic-policy/source"],
  define: {
    "process.env.NODE_ENV": '"production"',
    __VUE_OPTIONS_API__: "false",
    __VUE_PROD_DEVTOOLS__: "false",
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
  },
  minify: true,
  legalComments: "inline",
  sourcemap: "external",
  logLevel: "warning",
};
await build(options);
writeFileSync(`${outdir}/code-frame.html`, await codeFrame(options));
for (const file of readdirSync(`${folder}/src/static`)) {
  cpSync(`${folder}/src/static/${file}`, `${outdir}/${file}`);
}
