// Packs the packages, as they are built, into a folder: what a project can install before they are in a registry.
import { resolve } from "node:path";
import { packAll } from "./packages/pack.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Name a folder: npm run pack:packages -- ../packs");
  process.exitCode = 2;
} else {
  const tarballs = await packAll(resolve(folder));
  console.log(`${tarballs.length} packages are in ${folder}.`);
}
