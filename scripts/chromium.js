// Sees to it that there is Debian's Chromium, in which pages are tested: `npm run test:system` runs this first.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const program = "/usr/bin/chromium";
if (!existsSync(program)) {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    console.error("Installing Chromium, in which pages are tested …");
    run("apt-get", ["update"]);
    run("apt-get", ["install", "--yes", "chromium"]);
  }
  if (!existsSync(program)) {
    console.error("Chromium is missing, in which pages are tested: apt-get install chromium");
  }
}

/**
 * Runs one command; its output is shown only when it fails.
 *
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", env });
  if (status !== 0) process.stderr.write(`${stdout ?? ""}${stderr ?? ""}`);
}
