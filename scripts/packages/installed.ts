import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** What `npm install` brings with one package. */
export interface Installed {
  /** How many packages, itself among them. */
  readonly packages: number;
  /** All their files, in bytes. */
  readonly size: number;
  /** The packages that want to run something when they are installed. */
  readonly scripts: readonly string[];
}

/** A package in npm's lockfile of what is installed. */
interface Locked {
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/**
 * Looks at what npm installed in a project for one package.
 *
 * @param project - its folder
 * @param name - of the package
 */
export function installed(project: string, name: string): Installed {
  const { packages } = JSON.parse(
    readFileSync(`${project}/node_modules/.package-lock.json`, "utf8"),
  ) as { packages: Readonly<Record<string, Locked>> };
  const found = new Set([`node_modules/${name}`]);
  for (const path of found) {
    const locked = packages[path] ?? {};
    const isOptional = (peer: string) => locked.peerDependenciesMeta?.[peer]?.optional === true;
    const peers = Object.keys(locked.peerDependencies ?? {}).filter((peer) => !isOptional(peer));
    const wanted = { ...locked.dependencies, ...locked.optionalDependencies };
    for (const dependency of [...Object.keys(wanted), ...peers]) {
      const at = lookUp(path, dependency, packages);
      // What is optional may be for another system.
      if (at !== undefined) found.add(at);
    }
  }
  return {
    packages: found.size,
    size: [...found].reduce((sum, path) => sum + sizeOf(`${project}/${path}`), 0),
    scripts: [...found].filter((path) => packages[path]?.hasInstallScript === true),
  };
}

/** Where Node finds a package for another one. */
function lookUp(
  from: string,
  name: string,
  packages: Readonly<Record<string, Locked>>,
): string | undefined {
  for (let folder = from; folder !== "."; folder = dirname(folder)) {
    const path = `${folder}/node_modules/${name}`;
    if (Object.hasOwn(packages, path)) return path;
  }
  const path = `node_modules/${name}`;
  return Object.hasOwn(packages, path) ? path : undefined;
}

/** The size of the files of a folder, without those of packages within it, in bytes. */
export function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .reduce((sum, entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return sum + sizeOf(path);
      return entry.isFile() ? sum + statSync(path).size : sum;
    }, 0);
}
