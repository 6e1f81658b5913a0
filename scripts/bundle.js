// Writes each entry point of policy-language as one file with the libraries it stands on: loading
// dozens of small files took longer than all the work of most commands. Types come from tsc.
import { build } from "esbuild";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../packages/policy-language/", import.meta.url));

await build({
  absWorkingDir: folder,
  entryPoints: ["src/index.ts", "src/service/index.ts", "src/document/yaml/index.ts"],
  outdir: "dist",
  outbase: "src",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "neutral",
  mainFields: ["module", "main"],
  target: "es2023",
  sourcemap: true,
  legalComments: "inline",
  logLevel: "warning",
});
