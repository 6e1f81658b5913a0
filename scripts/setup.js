// Makes a fresh clone ready: installs the locked dependencies with the pinned
// pnpm and builds the packages. Needs nothing but Node and npm, so it may not
// import anything that has to be installed first.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { packageManager } = JSON.parse(readFileSync(`${root}/package.json`, "utf8"));

if (!existsSync(`${root}/node_modules`)) {
  console.error("Setting up this clone, which takes about a minute:");
}
step(
  `installing the dependencies that pnpm-lock.yaml lists, with ${packageManager} …`,
  `npx --yes ${packageManager} install --frozen-lockfile`,
);
step(
  "building the packages, because the tour and the tests run the command as users get it …",
  "npm run --silent build",
);

/**
 * Says what is done and what for, and runs a command line; its output is shown only when it fails.
 *
 * @param {string} what
 * @param {string} line
 */
function step(what, line) {
  console.error(what);
  const { status, error, stdout, stderr } = spawnSync(line, {
    cwd: root,
    encoding: "utf8",
    shell: true,
  });
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ""}${stderr ?? ""}`);
  console.error(`Set-up stopped: "${line}" ${error?.message ?? "failed"}.`);
  process.exit(1);
}
