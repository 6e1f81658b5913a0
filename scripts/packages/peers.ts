import { readFileSync } from "node:fs";
import type { PublishedPackage } from "./published.ts";

type Versions = Readonly<Record<string, string>>;

/** The libraries that users may install beside packages, in the versions that these are developed with. */
export function developedPeers(packages: readonly PublishedPackage[]): Versions {
  return peersIn(
    packages,
    Object.assign({}, ...packages.map(({ manifest }) => manifest.devDependencies)) as Versions,
  );
}

/** The databases that users may install beside packages, in the versions that these are tested with. */
export function testedPeers(packages: readonly PublishedPackage[]): Versions {
  const file = new URL("../../test/databases/package.json", import.meta.url);
  const manifest = JSON.parse(readFileSync(file, "utf8")) as { dependencies: Versions };
  return peersIn(packages, manifest.dependencies);
}

function peersIn(packages: readonly PublishedPackage[], versions: Versions): Versions {
  const names = new Set(
    packages.flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {})),
  );
  return Object.fromEntries(Object.entries(versions).filter(([name]) => names.has(name)));
}
