import { readdirSync, readFileSync } from "node:fs";
import { sep } from "node:path";

export function version(): string {
  return manifest().version;
}

function manifest(): { readonly version: string } {
  return JSON.parse(packageFile("package.json")) as { version: string };
}

export function packageFile(path: string): string {
  return readFileSync(packageUrl(path), "utf8");
}

/** The paths of all files in a folder of the package and below, relative to it; names without an ending are folders. */
export function packageFiles(folder: string): string[] {
  return readdirSync(packageUrl(folder), { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll(sep, "/"))
    .filter((name) => /\.\w+$/.test(name))
    .toSorted();
}

function packageUrl(path: string): URL {
  return new URL(`../${path}`, import.meta.url);
}

/**
 * The address of a documentation page: the build includes the pages about rules and the catalogue, so that they match
 * this version, and work offline.
 *
 * @param page - path in the repository, perhaps with a section: `docs/catalogue/variables.md#req`
 */
export function pageAddress(page: string): string {
  return packageUrl(`dist/${page}`).href;
}

export function versionLine(): string {
  const { versions, platform, arch } = process;
  return `traffic-policy ${version()} (Node ${versions.node}, ${platform} ${arch})`;
}

/** Identifies the build of the command by a digest of its code, inserted by the build. */
export const build = "built-from-sources";
