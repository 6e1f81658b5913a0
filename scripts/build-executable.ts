// Writes the command as one executable file for Linux, which needs no Node.js: run `npm run build` before, or
// `npm run build:executable`, which does.
import { mkdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildExecutable, type Architecture } from "./executable/build.ts";

const [arch = process.arch] = process.argv.slice(2);
if (arch !== "x64" && arch !== "arm64") throw new Error("The architecture is x64 or arm64.");

const folder = fileURLToPath(new URL("../dist/", import.meta.url));
mkdirSync(folder, { recursive: true });
const file = `${folder}traffic-policy-linux-${arch satisfies Architecture}`;
await buildExecutable(file, arch, `${folder}executable-${arch}`);
console.log(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`);
