import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

const names = ["ts", "js", "json"].map((ending) => `traffic-policy.config.${ending}`);

/** The configuration file in a folder or the nearest folder above it. */
export function findConfiguration(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const found = names.map((name) => join(at, name)).find((file) => existsSync(file));
    if (found !== undefined) return found;
    if (dirname(at) === at) return undefined;
  }
}
