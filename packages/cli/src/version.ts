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
  return readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
}

export function versionLine(): string {
  const { versions, platform, arch } = process;
  return `traffic-policy ${version()} (Node ${versions.node}, ${platform} ${arch})`;
}

/** Which build of the command this is; a digest of its code, which is put in when it is built. */
export const build = "built-from-sources";
