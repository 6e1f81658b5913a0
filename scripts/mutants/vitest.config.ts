import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { areaVariable, type AreaOfRun } from "./area-variable.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

const { changed, tests } = JSON.parse(process.env[areaVariable] ?? "{}") as AreaOfRun;

// Stryker changes a copy of the sources, beside which the installed packages are links to the sources
// as they are: where the changed package is in the copy has to be told. The others are taken as they
// are built, because they are loaded again for each mutant.
const text = readFileSync(`${root}/packages/${changed}/package.json`, "utf8");
const { name, exports } = JSON.parse(text) as Manifest;
const alias = Object.entries(exports).flatMap(([path, entry]) => {
  if (typeof entry === "string") return [];
  const replacement = `${root}/packages/${changed}/${entry["@traffic-policy/source"]}`;
  return { find: new RegExp(`^${name}${path.slice(1)}$`), replacement };
});

export default defineConfig({
  root,
  resolve: { alias },
  test: {
    include: tests.filter((glob) => !glob.startsWith("!")),
    exclude: tests.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1)),
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
    testTimeout: 60_000,
  },
});
