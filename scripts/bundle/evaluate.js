import { build } from "esbuild";

/**
 * Bundles a TypeScript module of the repository, runs it and gives what it exports.
 *
 * @param {string} file - absolute path
 * @returns {Promise<Record<string, unknown>>}
 */
export async function evaluate(file) {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    mainFields: ["module", "main"],
    conditions: ["@traffic-policy/source"],
    logLevel: "warning",
  });
  const text = outputFiles[0]?.text ?? "";
  return import(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);
}
