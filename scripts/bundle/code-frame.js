import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";

/**
 * The page of the frame in which code runs, with all that it needs in it: from a sandboxed frame nothing can be
 * loaded. Its policy allows this one script, and what that makes of texts, and no connection to anywhere.
 *
 * Beside it lie source maps, from which the list of its libraries is read.
 *
 * @param {import("esbuild").BuildOptions} options - as for the page, with the folder of the package
 */
export async function codeFrame(options) {
  const [frame, program] = await Promise.all([
    script("src/code/frame.ts", options),
    script("src/code/program.ts", options),
  ]);
  const digest = createHash("sha256").update(frame).digest("base64");
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${digest}' blob:`,
    "worker-src blob:",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <title>Code of policies</title>
  </head>
  <body>
    <script id="program" type="text/plain">${program}</script>
    <script>${frame}</script>
  </body>
</html>
`;
}

/**
 * @param {string} entryPoint
 * @param {import("esbuild").BuildOptions} options
 */
async function script(entryPoint, options) {
  const { entryPoints: _, outdir = "", splitting: __, ...shared } = options;
  const outfile = join(outdir, `code-${basename(entryPoint, ".ts")}.js`);
  const { outputFiles } = await build({
    ...shared,
    entryPoints: [entryPoint],
    outfile,
    format: "iife",
    charset: "ascii",
    sourcemap: "external",
    write: false,
  });
  const [map, code] = outputFiles.toSorted((one, other) => other.path.length - one.path.length);
  writeFileSync(`${outfile}.map`, map?.text ?? "");
  const text = code?.text ?? "";
  // A page would not end the script where it ends.
  if (/<!--|<\/?script/i.test(text)) throw new Error(`${entryPoint} has markup in it.`);
  return text;
}
