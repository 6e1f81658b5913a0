import { packageFiles } from "./package-files.ts";

export function version(): string {
  return manifest().version;
}

function manifest(): { readonly version: string } {
  return JSON.parse(packageFiles.text("package.json")) as { version: string };
}

/**
 * The address of a documentation page: the build includes the pages about rules and the catalogue, so that they match
 * this version, and work offline. A single executable has no address for them.
 *
 * @param page - path in the repository, perhaps with a section: `docs/catalogue/variables.md#req`
 */
export function pageAddress(page: string): string | undefined {
  return packageFiles.url(`dist/${page}`);
}

export function versionLine(): string {
  const { versions, platform, arch } = process;
  return `traffic-policy ${version()} (Node ${versions.node}, ${platform} ${arch})`;
}

/** Identifies the build of the command by a digest of its code, inserted by the build. */
export const build = "built-from-sources";
