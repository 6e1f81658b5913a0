import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { common } from "../bundle/options.js";
import { entryPoints } from "../packages/entry-points.ts";
import { publishedPackages } from "../packages/published.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Bundles the modules that user code may import from a command that is installed.
 *
 * @param folder - where they are written
 * @returns the paths of their files, relative to the folder, by the names that they are imported by
 */
export async function bundleModules(folder: string): Promise<Readonly<Record<string, string>>> {
  const packages = publishedPackages();
  const command = packages.find(({ manifest }) => manifest.name === "traffic-policy");
  // What stands on the file system is for programs, not for policies.
  const names = new Set(["traffic-policy", ...Object.keys(command?.manifest.dependencies ?? {})]);
  names.delete("@traffic-policy/project");
  const points = packages
    .filter(({ manifest }) => names.has(manifest.name))
    .flatMap((published) =>
      entryPoints(published).map(({ specifier, files }) => ({
        specifier,
        path: join(published.folder, files.at(-1) ?? ""),
      })),
    );
  const code = points.filter(({ path }) => path.endsWith(".js"));
  await build({
    ...common,
    sourcemap: false,
    minifySyntax: true,
    minifyWhitespace: true,
    logOverride: { "ignored-bare-import": "silent" },
    absWorkingDir: root,
    entryPoints: Object.fromEntries(
      code.map(({ path }) => [relative(`${root}/packages`, path).replace(/\.js$/, ""), path]),
    ),
    outdir: folder,
    outbase: root,
    platform: "node",
    // As they are built: the entry points of others, too.
    conditions: [],
    external: ["vitest", "oxc-parser", "prettier/*"],
  });
  for (const { path } of points.filter((point) => point.path.endsWith(".json"))) {
    const to = join(folder, relative(`${root}/packages`, path));
    mkdirSync(join(to, ".."), { recursive: true });
    writeFileSync(to, readFileSync(path));
  }
  return Object.fromEntries(
    points.map(({ specifier, path }) => [specifier, relative(`${root}/packages`, path)]),
  );
}
