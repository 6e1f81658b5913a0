// Packs the packages of this clone into dist/packs, as they are published: to install them in another folder while
// no registry has them. Run `npm run setup` before.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { packageManager } = JSON.parse(readFileSync(`${root}/package.json`, "utf8"));
rmSync(`${root}/dist/packs`, { recursive: true, force: true });
const chosen = ["--filter", "./packages/*", "--filter", "!./packages/vscode"];
const { status } = spawnSync(
  "npx",
  ["--yes", packageManager, "-r", ...chosen, "pack", "--pack-destination", `${root}/dist/packs`],
  { cwd: root, stdio: ["ignore", "ignore", "inherit"] },
);
if (status === 0) console.log("The packages are in dist/packs.");
process.exitCode = status ?? 1;
