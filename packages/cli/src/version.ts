import { readFileSync } from "node:fs";

export function version(): string {
  return manifest().version;
}

function manifest(): { readonly version: string } {
  return JSON.parse(packageFile("package.json")) as { version: string };
}

/**
 * The text of a file of this package.
 *
 * @param path - in the package
 */
export function packageFile(path: string): string {
  return readFileSync(packageUrl(path), "utf8");
}

function packageUrl(path: string): URL {
  return new URL(`../${path}`, import.meta.url);
}

/**
 * The address of a page of the documentation: the build copies those about rules and the catalogue, so that they are
 * about this version, and there without a network.
 *
 * @param page - a path in the repository, perhaps with a section: `docs/catalogue/variables.md#req`
 */
export function pageAddress(page: string): string {
  return packageUrl(`dist/${page}`).href;
}

export function versionLine(): string {
  const { versions, platform, arch } = process;
  return `traffic-policy ${version()} (Node ${versions.node}, ${platform} ${arch})`;
}

/** Which build of the command this is; a digest of its code, which is put in when it is built. */
export const build = "built-from-sources";
