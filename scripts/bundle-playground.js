// Writes the playground into `packages/playground/dist/page`, or another folder; with `--sizes`, prints what a page
// loads first.
import { fileURLToPath } from "node:url";
import { buildPlayground } from "./bundle/build-playground.js";
import { firstLoad } from "./bundle/first-load.js";

const given = process.argv.slice(2).find((argument) => argument !== "--sizes");
const folder = given ?? "packages/playground/dist/page";
const outdir = fileURLToPath(new URL(`../${folder}`, import.meta.url));
const metafile = await buildPlayground(outdir);
if (process.argv.includes("--sizes")) {
  const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10);
  const files = firstLoad(metafile, outdir);
  for (const { name, gzip, parts } of files) {
    console.log(`${kilobytes(gzip)} gzip  ${name}`);
    for (const [part, bytes] of parts.slice(0, 15))
      console.log(`${kilobytes(bytes)}         ${part}`);
  }
  console.log(`${kilobytes(files.reduce((sum, { gzip }) => sum + gzip, 0))} gzip  in all`);
}
