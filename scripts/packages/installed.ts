import { readdirSync, readFileSync, statSync } from "node:fs";

/** What `npm install` left in a project. */
export interface Installed {
  /** How many packages there are. */
  readonly packages: number;
  /** All their files, in bytes. */
  readonly size: number;
  /** The packages that want to run something when they are installed. */
  readonly scripts: readonly string[];
}

/** Looks at what npm installed in a folder. */
export function installed(folder: string): Installed {
  const modules = `${folder}/node_modules`;
  const lock = JSON.parse(readFileSync(`${modules}/.package-lock.json`, "utf8")) as {
    packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
  };
  const packages = Object.entries(lock.packages);
  const files = readdirSync(modules, { recursive: true, withFileTypes: true });
  return {
    packages: packages.length,
    size: files
      .filter((file) => file.isFile())
      .reduce((sum, { parentPath, name }) => sum + statSync(`${parentPath}/${name}`).size, 0),
    scripts: packages.flatMap(([path, { hasInstallScript }]) => (hasInstallScript ? [path] : [])),
  };
}
