import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { publishedPackages, type PublishedPackage } from "./published.ts";
import { run } from "./run.ts";

/** A package as it is published. */
export interface Tarball extends PublishedPackage {
  /** Its absolute path. */
  readonly path: string;
  /** In bytes, compressed. */
  readonly size: number;
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The pinned pnpm, as what `npx` starts. */
export const { packageManager: pnpm } = JSON.parse(
  readFileSync(`${root}/package.json`, "utf8"),
) as { packageManager: string };

/** Packs all packages, as they are built, into a folder. */
export async function packAll(folder: string): Promise<Tarball[]> {
  const args = [
    "--yes",
    pnpm,
    "--recursive",
    "--filter=./packages/*",
    "--filter=!./packages/vscode",
    "pack",
  ];
  await run("npx", [...args, "--pack-destination", folder], { cwd: root });
  return publishedPackages().map((published) => {
    const { name, version } = published.manifest;
    const path = `${folder}/${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
    return { ...published, path, size: statSync(path).size };
  });
}
