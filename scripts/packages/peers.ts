import type { PublishedPackage } from "./published.ts";

/** What a package asks its user to install beside it, in the versions that it is developed with. */
export function peersOf({ manifest }: PublishedPackage): Record<string, string> {
  const { peerDependencies = {}, devDependencies = {} } = manifest;
  return Object.fromEntries(
    Object.keys(peerDependencies).map((name) => [name, devDependencies[name] ?? "*"]),
  );
}
