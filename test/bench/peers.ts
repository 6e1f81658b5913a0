import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("peers", import.meta.url));

/**
 * The programs of other tools, by their names; installed the first time. Empty when that is not
 * possible, so that all else can be measured without a network.
 */
export function peers(): ReadonlyMap<string, string> {
  const programs = {
    "ajv-cli": "ajv-cli/dist/index.js",
    spectral: "@stoplight/spectral-cli/dist/index.js",
  };
  const file = (path: string): string => `${folder}/node_modules/${path}`;
  const isMissing = Object.values(programs).some((path) => !existsSync(file(path)));
  if (isMissing) {
    const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
    spawnSync("npm", args, { cwd: folder, stdio: "ignore" });
  }
  return new Map(
    Object.entries(programs).flatMap(([name, path]) =>
      existsSync(file(path)) ? [[name, file(path)] as const] : [],
    ),
  );
}
