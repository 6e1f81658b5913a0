import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { installed } from "./installed.ts";
import type { Tarball } from "./pack.ts";
import { makeProject } from "./project.ts";

/** What a package weighs, and what installing it brings. */
export interface PackageSize {
  readonly "tarball (kB)": number;
  readonly "dist (MB)": string;
  readonly "libraries bundled": number;
  readonly dependencies: number;
  readonly "packages installed": number;
  readonly "installed (MB)": string;
}

/**
 * Installs each package alone into an empty project, and weighs it.
 *
 * @param folder - for the projects
 * @throws {Error} when something wants to run a script while it is installed
 */
export async function packageSizes(
  tarballs: readonly Tarball[],
  folder: string,
): Promise<Record<string, PackageSize>> {
  const rows: Record<string, PackageSize> = {};
  for (const tarball of tarballs) {
    const { name, dependencies = {} } = tarball.manifest;
    const project = join(folder, name.replace("/", "-"));
    await makeProject({ folder: project, manager: "npm", packages: [tarball], tarballs });
    const { packages, size, scripts } = installed(project);
    if (scripts.length > 0) throw new Error(`${name} runs scripts of ${scripts.join(", ")}.`);
    const dist = join(project, "node_modules", name, "dist");
    rows[name] = {
      "tarball (kB)": Math.round(tarball.size / 1000),
      "dist (MB)": megabytes(sizeOf(dist)),
      "libraries bundled": bundledIn(dist).length,
      dependencies: Object.keys(dependencies).length,
      "packages installed": packages,
      "installed (MB)": megabytes(size),
    };
  }
  return rows;
}

/** The libraries whose licences lie beside a bundle. */
export function bundledIn(dist: string): readonly string[] {
  const file = join(dist, "third-party-licenses.txt");
  if (!existsSync(file)) return [];
  const titles = readFileSync(file, "utf8").matchAll(/^(\S+) \d\S* \(.+\)$/gm);
  return [...titles].map(([, library = ""]) => library);
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(2);
}
