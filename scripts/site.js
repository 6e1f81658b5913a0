// Builds the site of the documentation into `docs/.vitepress/dist`, or with `dev` serves it on this machine while
// pages change. Before a build, the commands of the pages are run again for their colours. What that takes is installed here, into `docs`, and by nothing else. The playground, which is a part
// of it, is built from the workspace.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);
const folder = fileURLToPath(new URL("docs", root));
const { packageManager } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
const [work = "build", ...options] = process.argv.slice(2);

if (!existsSync(new URL("node_modules", root))) {
  run("npx", ["--yes", packageManager, "install", "--frozen-lockfile", "--silent"], "..");
}
if (work === "build") {
  run("npm", ["run", "--silent", "build:command"], "..");
  run(
    process.execPath,
    [
      script("node_modules/tsx/dist/cli.mjs"),
      "--conditions=@traffic-policy/source",
      script("scripts/write-site-consoles.ts"),
    ],
    "..",
  );
}
run(process.execPath, [script("scripts/bundle-playground.js"), "docs/public/playground"], "..");
run("npx", [
  "--yes",
  packageManager,
  "--ignore-workspace",
  "install",
  "--frozen-lockfile",
  "--ignore-scripts",
  "--silent",
]);
const vitepress = script("docs/node_modules/vitepress/bin/vitepress.js");
const host = work === "build" ? [] : ["--host", "127.0.0.1"];
run(process.execPath, [vitepress, work, ".", ...host, ...options]);

/** @param {string} path */
function script(path) {
  return fileURLToPath(new URL(path, root));
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} [place] - from `docs`
 */
function run(command, args, place = ".") {
  const shell = process.platform === "win32" && command !== process.execPath;
  const { status, signal } = spawnSync(command, args, {
    cwd: resolve(folder, place),
    stdio: "inherit",
    shell,
  });
  if (status !== 0) process.exit(status ?? (signal === "SIGINT" ? 0 : 2));
}
