import { mkdirSync, writeFileSync } from "node:fs";
import { pnpm, type Tarball } from "./pack.ts";
import { run } from "./run.ts";

/** The package managers that the packages are installed with. */
export const packageManagers = ["npm", "pnpm"] as const;

/** What is installed into a project, and with what. */
export interface ProjectOptions {
  readonly folder: string;
  readonly manager: (typeof packageManagers)[number];
  /** The folder of the `node` that installs; ours without it. */
  readonly node?: string;
  /** Which of our packages it depends on. */
  readonly packages: readonly Tarball[];
  /** All of our packages, for those that depend on each other. */
  readonly tarballs: readonly Tarball[];
  /** The versions of other packages that it depends on. */
  readonly others?: Readonly<Record<string, string>>;
}

/** Makes an empty project and installs packages into it from their tarballs. */
export async function makeProject(options: ProjectOptions): Promise<void> {
  const { folder, manager, node, packages, tarballs, others } = options;
  const files = (list: readonly Tarball[]) =>
    Object.fromEntries(list.map(({ manifest, path }) => [manifest.name, `file:${path}`]));
  const overrides = files(tarballs);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    `${folder}/package.json`,
    JSON.stringify({
      name: "empty",
      private: true,
      type: "module",
      dependencies: { ...files(packages), ...others },
      ...(manager === "npm" ? { overrides } : { pnpm: { overrides } }),
    }),
  );
  // What needs a newer Node than we promise is then an error, and a package finds what it depends on
  // itself, and nothing that others happen to need.
  writeFileSync(`${folder}/.npmrc`, "engine-strict=true\nhoist=false\n");
  const install = { npm: ["npm"], pnpm: ["npx", "--yes", pnpm] }[manager];
  const [program = "", ...args] = [
    ...install,
    "install",
    "--prefer-offline",
    "--fetch-timeout=30000",
  ];
  await run(program, args, { cwd: folder, node });
}
