// Builds the site of the documentation into `docs/.vitepress/dist`, or with `dev` serves it on this machine while
// pages change. What that takes is installed here, into `docs`, and by nothing else.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);
const folder = fileURLToPath(new URL("docs", root));
const { packageManager } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
const [work = "build", ...options] = process.argv.slice(2);

run("npx", [
  "--yes",
  packageManager,
  "--ignore-workspace",
  "install",
  "--frozen-lockfile",
  "--ignore-scripts",
  "--silent",
]);
const vitepress = fileURLToPath(new URL("docs/node_modules/vitepress/bin/vitepress.js", root));
const host = work === "build" ? [] : ["--host", "127.0.0.1"];
run(process.execPath, [vitepress, work, ".", ...host, ...options]);

/**
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  const shell = process.platform === "win32" && command === "npx";
  const { status, signal } = spawnSync(command, args, { cwd: folder, stdio: "inherit", shell });
  if (status !== 0) process.exit(status ?? (signal === "SIGINT" ? 0 : 2));
}
