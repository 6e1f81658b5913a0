import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { run } from "./run.ts";
import type { Tarball } from "./tarball.ts";

/** The pinned pnpm, as what `npx` starts. */
export const { packageManager: pnpm } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
) as { packageManager: string };

const installers = { npm: ["npm"], pnpm: ["npx", "--yes", pnpm] };

/** What is installed into a project, and with what. */
export interface ProjectOptions {
  readonly folder: string;
  readonly manager: keyof typeof installers;
  /** The folder of the `node` that installs; ours without it. */
  readonly node?: string;
  readonly tarballs: readonly Tarball[];
  /** The versions of other packages that it depends on. */
  readonly others?: Readonly<Record<string, string>>;
}

/** Makes an empty project and installs all packages into it from their tarballs. */
export async function makeProject(options: ProjectOptions): Promise<void> {
  const { folder, manager, node, tarballs, others } = options;
  const files = Object.fromEntries(
    tarballs.map(({ manifest, path }) => [manifest.name, `file:${path}`]),
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    `${folder}/package.json`,
    JSON.stringify({
      name: "all-packages",
      version: tarballs[0]?.manifest.version,
      private: true,
      type: "module",
      dependencies: { ...files, ...others },
      ...(manager === "npm" ? { overrides: files } : { pnpm: { overrides: files } }),
    }),
  );
  // What needs a newer Node than we promise is then an error, and so is a peer in a version that is not
  // asked for; a package finds what it depends on itself, and nothing that others happen to need.
  writeFileSync(
    `${folder}/.npmrc`,
    "engine-strict=true\nstrict-peer-dependencies=true\nhoist=false\n",
  );
  const [program = "", ...args] = installers[manager];
  await run(program, [...args, "install", ...quick], { cwd: folder, node });
}

const quick = ["--prefer-offline", "--fetch-timeout=30000"];

/** Installs what a page says with npm: the names of packages, in the versions that the registry gives. */
export async function addPackages(
  folder: string,
  node: string,
  names: readonly string[],
): Promise<void> {
  await run("npm", ["install", "--save-dev", ...quick, ...names], { cwd: folder, node });
}

/**
 * Looks whether what npm has installed in a project may be installed with another Node.
 *
 * @throws {Error} when a package needs a newer one.
 */
export async function checkEngines(folder: string, node: string): Promise<void> {
  await run("npm", ["install", "--package-lock-only", ...quick], { cwd: folder, node });
}
