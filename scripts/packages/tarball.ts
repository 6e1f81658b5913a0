import { statSync } from "node:fs";
import { publishedPackages, type PublishedPackage } from "./published.ts";

/** A package as it is published. */
export interface Tarball extends PublishedPackage {
  /** Its absolute path. */
  readonly path: string;
  /** In bytes, compressed. */
  readonly size: number;
}

/**
 * The packages of a clone, as `npm run pack` has packed them there.
 *
 * @param clone - its folder
 */
export function tarballsOf(clone: string): Tarball[] {
  return publishedPackages(clone).map((published) => {
    const { name, version } = published.manifest;
    const path = `${clone}/dist/packs/${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
    return { ...published, path, size: statSync(path).size };
  });
}
