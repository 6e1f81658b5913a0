import { basename, dirname } from "node:path";
import { configurationIn, configurationNames } from "../configuration/find-configuration.ts";
import type { ProjectContext } from "../context.ts";
import { ExplainedError } from "../files/files.ts";
import { isGlob } from "../files/is-glob.ts";
import { expandGlob, siteFilesIn, type PathFailure } from "../selection/find-files.ts";

/** The files that a site is read from. */
export interface SitePaths {
  /** Absolute paths, each once. */
  readonly files: ReadonlySet<string>;
  /** Those of them that are configurations. */
  readonly configurations: ReadonlySet<string>;
  /** Those that somebody named. */
  readonly named: ReadonlySet<string>;
  /** Links, which are not followed. */
  readonly links: readonly string[];
  readonly failures: readonly PathFailure[];
}

/** Finds the files that files, folders and globs stand for. */
export async function sitePaths(
  paths: readonly string[],
  own: string | undefined,
  context: Pick<ProjectContext, "files" | "env">,
): Promise<SitePaths> {
  const provider = context.files;
  const files = new Set<string>();
  const configurations = new Set<string>();
  const named = new Set<string>();
  const links: string[] = [];
  const failures: PathFailure[] = [];
  const add = (file: string): void => {
    files.add(file);
    if (configurationNames.includes(basename(file))) configurations.add(file);
  };
  if (paths.length === 0 && own !== undefined) configurations.add(own);
  const all = paths.length > 0 ? paths : [own === undefined ? provider.folder : dirname(own)];
  for (const path of all) {
    const file = provider.resolve(path);
    try {
      const stat = provider.statIfAny(file);
      if (stat?.isDirectory() === true) {
        const found = await siteFilesIn(file, context);
        for (const one of found.files) add(one);
        links.push(...found.links);
        failures.push(...found.failures);
        // The manifest of a package may be one.
        const configuration = configurationIn(file);
        if (configuration !== undefined) configurations.add(configuration);
        continue;
      }
      const isPattern = stat === undefined && isGlob(path);
      if (stat === undefined && !isPattern) throw new ExplainedError(noPath(path));
      const found = isPattern ? expandGlob(path, provider).files : [file];
      if (found.length === 0) throw new ExplainedError(`No file matches ${path}.`);
      for (const one of found) add(one);
      if (!isPattern) named.add(file);
    } catch (error) {
      if (!(error instanceof ExplainedError)) throw error;
      failures.push({ file, error });
    }
  }
  return { files, configurations, named, links, failures };
}

function noPath(path: string): string {
  return `${path}: There is no such file or folder.`;
}
