// Makes a fresh clone ready: installs the locked dependencies with the pinned
// pnpm and builds the packages. Needs nothing but Node and npm, so it may not
// import anything that has to be installed first.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { packageManager } = JSON.parse(readFileSync(`${root}/package.json`, "utf8"));

if (!existsSync(`${root}/node_modules`)) {
  console.error("First run: installing the dependencies and building the packages …");
}
step("npx", ["--yes", packageManager, "install", "--frozen-lockfile"]);
step("npm", ["run", "--silent", "build"]);

/**
 * Runs one command; its output is shown only when it fails.
 *
 * @param {string} command
 * @param {string[]} args
 */
function step(command, args) {
  const shell = process.platform === "win32";
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    shell,
  });
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ""}${stderr ?? ""}`);
  console.error(`Set-up stopped: "${command} ${args.join(" ")}" ${error?.message ?? "failed"}.`);
  process.exit(1);
}
