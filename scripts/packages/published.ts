import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What one entry of `exports` names: a file, or the types and the code of one. */
type Export = string | { readonly types: string; readonly default: string };

/** The parts of a `package.json` that are looked at. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly private?: boolean;
  readonly engines: { readonly node: string };
  readonly exports: Readonly<Record<string, Export>>;
  readonly files: readonly string[];
  readonly publishConfig: {
    readonly provenance: boolean;
    readonly exports: Readonly<Record<string, Export>>;
  };
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A package of this repository that is published. */
export interface PublishedPackage {
  /** Its absolute folder, without a slash at the end. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** The folder of this repository, without a slash at the end. */
const repository = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/**
 * All packages that are published, by the names of their folders: all but the private ones.
 *
 * @param clone - the folder of a clone of this repository; without it, this one
 */
export function publishedPackages(clone = repository): PublishedPackage[] {
  return readdirSync(`${clone}/packages`)
    .toSorted()
    .map((name) => {
      const folder = `${clone}/packages/${name}`;
      const text = readFileSync(`${folder}/package.json`, "utf8");
      return { folder, manifest: JSON.parse(text) as Manifest };
    })
    .filter(({ manifest }) => manifest.private !== true);
}
