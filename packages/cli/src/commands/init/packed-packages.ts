import { existsSync, readdirSync, readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { packageFiles } from "../../package-files.ts";
import { version } from "../../version.ts";

/**
 * The packed packages of the clone that the command runs from, as `npm run pack` leaves them there.
 *
 * @param folder - of the project that installs them; absolute path
 * @returns what a manifest says instead of a version, by the names of the packages; nothing for a command that is
 *   installed, or when nothing is packed
 */
export function packedPackages(folder: string): Readonly<Record<string, string>> {
  const packs = packsOfClone();
  if (packs === undefined) return {};
  const end = `-${version()}.tgz`;
  const entries = readdirSync(packs)
    .filter((file) => file.startsWith("traffic-policy") && file.endsWith(end))
    .toSorted()
    .map((file) => {
      const name = file.slice(0, -end.length).replace(/^traffic-policy-/, "@traffic-policy/");
      return [name, `file:${relative(folder, `${packs}/${file}`).replaceAll(sep, "/")}`] as const;
    });
  return Object.fromEntries(entries);
}

/**
 * @param folder - of the project; absolute path
 * @param repository - of the project; absolute path
 * @returns the folder of the packed packages, relative to the project, when other clones of its repository lack it
 */
export function packsOutside(folder: string, repository = folder): string | undefined {
  const packs = packsOfClone();
  if (packs === undefined || Object.keys(packedPackages(folder)).length === 0) return undefined;
  const [first] = relative(repository, packs).split(sep);
  return first === ".." ? relative(folder, packs).replaceAll(sep, "/") : undefined;
}

function packsOfClone(): string | undefined {
  const url = packageFiles.url("");
  const folder = url === undefined ? undefined : fileURLToPath(url).replaceAll(sep, "/");
  if (folder?.endsWith("/packages/cli/") !== true) return undefined;
  const manifest = `${folder}../../package.json`;
  const packs = fileURLToPath(new URL("../../dist/packs", url));
  if (!existsSync(manifest) || !existsSync(packs)) return undefined;
  const { name } = JSON.parse(readFileSync(manifest, "utf8")) as { name?: string };
  return name === "@traffic-policy/workspace" ? packs : undefined;
}
