import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { codeFrame } from "./code-frame.js";
import { evaluate } from "./evaluate.js";
import { plainSchemas } from "./plain-schemas.js";
import { playgroundExamples } from "./playground-examples.js";
import { withoutRuleDocs } from "./without-rule-docs.js";
import { withoutSecondRe2 } from "./without-second-re2.js";

const folder = fileURLToPath(new URL("../../packages/playground", import.meta.url));

/**
 * Writes the playground: a page that needs no server but one of files.
 *
 * @param {string} outdir - absolute path; is emptied
 * @returns {Promise<import("esbuild").Metafile>} what is in it, with paths relative to the package
 */
export async function buildPlayground(outdir) {
  rmSync(outdir, { recursive: true, force: true });
  const { version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
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
    jsx: "automatic",
    jsxImportSource: "vue",
    plugins: [plainSchemas(/formats\/\w+-schema\.ts$/), withoutRuleDocs, withoutSecondRe2],
    define: {
      "process.env.NODE_ENV": '"production"',
      PLAYGROUND_VERSION: JSON.stringify(version),
      __VUE_OPTIONS_API__: "false",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
    },
    minify: true,
    legalComments: "inline",
    sourcemap: "external",
    logLevel: "warning",
  };
  const { metafile } = await build({ ...options, metafile: true });
  writeFileSync(`${outdir}/code-frame.html`, await codeFrame(options));
  for (const file of readdirSync(`${folder}/src/static`)) {
    cpSync(`${folder}/src/static/${file}`, `${outdir}/${file}`);
  }
  writeFileSync(`${outdir}/examples.json`, playgroundExamples());
  const data = await evaluate(fileURLToPath(new URL("page-data.ts", import.meta.url)));
  writeFileSync(`${outdir}/rules.json`, JSON.stringify(data["rulePages"]));
  writeFileSync(`${outdir}/exchange-fields.json`, JSON.stringify(data["exchangeFields"]));
  return metafile;
}
