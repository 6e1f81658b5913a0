// Compares the project with policies and facts that were collected from public sources and are not in this
// repository: `npm run test:corpus -- FOLDER`, with names of tests after it for only some.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { folderVariable, parts } from "../test/corpus/collected.ts";

const [named, ...tests] = process.argv.slice(2);
const refusal = refusalOf(named);
if (named === undefined || refusal !== undefined) {
  console.error(`error: ${refusal}`);
  process.exitCode = 2;
} else {
  const vitest = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--config",
    "test/corpus/vitest.config.ts",
  ];
  const env = { ...process.env, [folderVariable]: resolve(named) };
  const { status, error } = spawnSync(process.execPath, [...vitest, ...tests], {
    stdio: "inherit",
    env,
  });
  if (error) throw error;
  process.exitCode = status ?? 1;
}

/** Why a folder cannot be compared with, in a sentence; nothing if it can. */
function refusalOf(folder: string | undefined): string | undefined {
  if (folder === undefined) {
    return "Name the folder with the collected policies and facts: npm run test:corpus -- FOLDER";
  }
  if (!existsSync(folder)) return `There is no folder ${folder}.`;
  const missing = parts.filter((part) => !existsSync(join(folder, part)));
  return missing.length === 0 ? undefined : `The folder ${folder} lacks ${missing.join(", ")}.`;
}
