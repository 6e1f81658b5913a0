import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("peers", import.meta.url));

/**
 * The programs of other tools, by their names; installed the first time. Empty when that is not
 * possible, so that all else can be measured without a network.
 */
export function peers(): ReadonlyMap<string, string> {
  known ??= installedPeers();
  return known;
}

let known: ReadonlyMap<string, string> | undefined;

function installedPeers(): ReadonlyMap<string, string> {
  const programs = {
    "ajv-cli": "ajv-cli/dist/index.js",
    biome: "@biomejs/biome/bin/biome",
    "playwright-core": "playwright-core/index.mjs",
    spectral: "@stoplight/spectral-cli/dist/index.js",
  };
  const file = (path: string): string => `${folder}/node_modules/${path}`;
  const isMissing = Object.values(programs).some((path) => !existsSync(file(path)));
  if (isMissing) {
    const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
    spawnSync("npm", args, { cwd: folder, stdio: "ignore" });
  }
  for (const [name, path] of Object.entries(programs)) {
    if (!existsSync(file(path))) console.error(`${name} could not be installed, and is left out.`);
  }
  return new Map(
    Object.entries(programs).flatMap(([name, path]) =>
      existsSync(file(path)) ? [[name, file(path)] as const] : [],
    ),
  );
}
