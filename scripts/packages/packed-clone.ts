import { fileURLToPath } from "node:url";
import { run } from "./run.ts";
import { tarballsOf, type Tarball } from "./tarball.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What a release is made from. */
export interface PackedClone {
  /** The folder of a clone of the last commit, set up. */
  readonly clone: string;
  readonly tarballs: readonly Tarball[];
}

/**
 * Clones the last commit, sets the clone up, and packs its packages.
 *
 * @param folder - where the clone is made; absolute path
 */
export async function packedClone(folder: string): Promise<PackedClone> {
  const clone = `${folder}/clone`;
  await run("git", ["clone", "--quiet", root, clone], { cwd: root });
  await run("npm", ["run", "--silent", "setup"], { cwd: clone });
  await run("npm", ["run", "--silent", "pack"], { cwd: clone });
  return { clone, tarballs: tarballsOf(clone) };
}
