import { existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { run } from "./run.ts";

/** The versions that the packages are tried on: the oldest that they promise, and what is supported. */
export const nodeVersions = ["20.19.0", "22.23.3", "24.21.0", "26.12.1"] as const;

const cache = fileURLToPath(new URL("../../node_modules/.cache/node/", import.meta.url));

/**
 * Installs a version of Node.js from the registry, once.
 *
 * @returns the folder with its program.
 */
export async function installNode(version: string): Promise<string> {
  const folder = `${cache}${version}`;
  const bin = `${folder}/node_modules/node-${process.platform}-${process.arch}/bin`;
  if (!existsSync(`${bin}/node`)) {
    mkdirSync(folder, { recursive: true });
    const library = `node-${process.platform}-${process.arch}@${version}`;
    await run("npm", ["install", "--prefix", folder, "--no-save", library], { cwd: folder });
  }
  return bin;
}
