// Runs every property for as long as it says itself, with a new seed: `npm run test:long` for all tests, or for those of
// the files that are named. TEST_SEED repeats a run.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const seed = process.env["TEST_SEED"] ?? String(randomInt(2 ** 31));
const env = { ...process.env, TEST_SEED: seed, TEST_LONG: "1" };
console.log(`TEST_SEED=${seed}`);
for (const config of ["test/vitest.config.ts", "test/system.config.ts"]) {
  const args = [vitest, "run", "--config", config, "--passWithNoTests", ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
console.log(`TEST_SEED=${seed} repeats this run.`);
