// Writes the extension for VS Code, with the command inside as it is built: run `pnpm build` before, or
// `pnpm pack:vscode`, which does.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { extensionFiles } from "./vscode/extension-files.ts";
import { vsix } from "./vscode/vsix.ts";

const path = "packages/vscode/dist/traffic-policy.vsix";
const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
const archive = vsix(await extensionFiles());
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, archive);
console.log(`${path} (${Math.round(archive.length / 1000)} kB)`);
