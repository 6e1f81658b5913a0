import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { version } from "../../version.ts";
import type { Check } from "./output.ts";

const name = "versions";

/** The packages that the command stands on, and that policies import, too; others are a part of it. */
export const ours = [
  "traffic-policy",
  ...["policy-builder", "policy-engine", "policy-language", "policy-lint", "policy-module"].map(
    (part) => `@traffic-policy/${part}`,
  ),
];

/**
 * Whether the packages that the policies of a folder import are those that the command works with.
 *
 * @param folder - absolute path
 */
export function checkPackageVersions(folder: string): Check {
  const different = ours.flatMap((pack) => {
    const here = pack === "traffic-policy" ? version() : installed(pack, import.meta.url);
    const there = installed(pack, join(folder, "package.json"));
    return here === undefined || there === undefined || here === there
      ? []
      : [`${pack} ${there} and not ${here}`];
  });
  if (different.length === 0) {
    return { name, state: "ok", message: `traffic-policy ${version()}, and matching packages.` };
  }
  return {
    name,
    state: "warning",
    message: `The project has ${different.join(", ")}, which this command requires.`,
    help: `Install the same versions, and run the project's own command (npx traffic-policy). This one is ${fileURLToPath(import.meta.url)}.`,
  };
}

/** The version of a package as a file would find it. */
function installed(pack: string, from: string): string | undefined {
  const manifest = (createRequire(from).resolve.paths(pack) ?? [])
    .map((folder) => join(folder, pack, "package.json"))
    .find((file) => existsSync(file));
  if (manifest === undefined) return undefined;
  try {
    return (JSON.parse(readFileSync(manifest, "utf8")) as { version?: string }).version;
  } catch {
    return undefined;
  }
}
