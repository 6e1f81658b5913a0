import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { largestDocument, ordinaryText } from "../files/files.ts";

const endings = ["ts", "mts", "js", "mjs", "json", "yaml", "yml"];

/** The possible file names of a configuration. */
export const configurationNames = endings.map((ending) => `traffic-policy.config.${ending}`);

/** Checks whether the name of a file ends as that of a configuration may, whatever it is called. */
export function mayBeConfiguration(file: string): boolean {
  return endings.some((ending) => file.endsWith(`.${ending}`));
}

/** Advice for a file that cannot be a configuration. */
export const configurationKinds =
  "Configurations are .ts, .mts, .js, .mjs, .json, .yaml or .yml files.";

/** The key of a package.json that may hold the configuration. */
export const manifestKey = "traffic-policy";

/** Checks whether a file is the manifest of a package, which holds the configuration under a key. */
export function isManifest(file: string): boolean {
  return basename(file) === "package.json";
}

/** The configuration file of a folder itself. */
export function configurationIn(folder: string): string | undefined {
  const own = configurationNames.map((name) => join(folder, name)).find((file) => existsSync(file));
  if (own !== undefined) return own;
  const manifest = join(folder, "package.json");
  return holdsConfiguration(manifest) ? manifest : undefined;
}

/** The configuration file in a folder or the nearest folder above it. */
export function findConfiguration(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const found = configurationIn(at);
    if (found !== undefined) return found;
    if (dirname(at) === at) return undefined;
  }
}

function holdsConfiguration(manifest: string): boolean {
  try {
    const text = ordinaryText(manifest, largestDocument);
    // A package that only depends on this one has the name in it, too.
    if (text?.includes(`"${manifestKey}"`) !== true) return false;
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && Object.hasOwn(value, manifestKey);
  } catch {
    // None, or one that another program complains about.
    return false;
  }
}
