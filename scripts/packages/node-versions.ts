import { existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { run } from "./run.ts";

/** The versions that the packages are tried on: the oldest that they promise, and what is supported. */
export const nodeVersions = ["20.19.0", "22.23.3", "24.21.0", "26.12.1"] as const;

const cache = fileURLToPath(new URL("../../node_modules/.cache/", import.meta.url));

/**
 * Installs a version of Node.js from the registry, once.
 *
 * @returns the folder with its program.
 */
export async function installNode(version: string, arch: string = process.arch): Promise<string> {
  return `${await installProgram(`node-${process.platform}-${arch}`, version)}/bin`;
}

/**
 * Installs a package with a program, for whatever processor, from the registry, once.
 *
 * @returns its folder.
 */
export async function installProgram(name: string, version: string): Promise<string> {
  const folder = `${cache}programs/${name}@${version}`;
  const installed = `${folder}/node_modules/${name}`;
  if (!existsSync(`${installed}/package.json`)) {
    mkdirSync(folder, { recursive: true });
    const options = ["--prefix", folder, "--no-save", "--ignore-scripts", "--force"];
    await run("npm", ["install", ...options, `${name}@${version}`], { cwd: folder });
  }
  return installed;
}
