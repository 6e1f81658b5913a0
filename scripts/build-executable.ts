// Writes the command as one executable file for Linux, which needs no Node.js: run `npm run build` before, or
// `npm run build:executable`, which does. Takes the processor, x64 or arm64; this machine's without it.
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { architectures, buildExecutable } from "./executable/build.ts";
import { licencesOfExecutable } from "./executable/licences.ts";

const [asked = process.arch] = process.argv.slice(2);
const arch = architectures.find((one) => one === asked);
if (arch === undefined) throw new Error(`The processor is one of ${architectures.join(", ")}.`);

const folder = fileURLToPath(new URL("../dist/", import.meta.url));
mkdirSync(folder, { recursive: true });
const file = `${folder}traffic-policy-linux-${arch}`;
await buildExecutable(file, arch, `${folder}executable-${arch}`);
writeFileSync(`${folder}traffic-policy-licenses.txt`, await licencesOfExecutable());
console.log(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`);
