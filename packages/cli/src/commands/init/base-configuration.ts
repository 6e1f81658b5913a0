import { dirname, relative, sep } from "node:path";
import { findConfiguration } from "@traffic-policy/policy-module";
import type { Context } from "../../context.ts";
import { loadConfigurations } from "../../configuration/load-configuration.ts";
import { isProjectFolder } from "../../configuration/workspace.ts";
import type { Project } from "./project.ts";

/** The configuration of a workspace, which those of its packages extend. */
export interface BaseConfiguration {
  /** As the configuration of the package names it. */
  readonly path: string;
  readonly environments: readonly string[];
  /** Whether it says where all of them are. */
  readonly hasService: boolean;
}

/**
 * The configuration of the workspace that a folder is a package of, or will be.
 *
 * @throws CommandError when it is broken
 */
export async function baseConfiguration(
  { folder }: Project,
  context: Context,
): Promise<BaseConfiguration | undefined> {
  const file = findConfiguration(dirname(folder));
  if (file === undefined) return undefined;
  const found = await loadConfigurations({ config: file }, context);
  if (found === undefined) return undefined;
  if (!(await isProjectFolder(folder, found.folder, found.projects, context))) return undefined;
  return {
    path: relative(folder, file).replaceAll(sep, "/"),
    environments: found.environments.flatMap(({ environment }) => environment?.name ?? []),
    hasService: found.environments.every(({ service }) => service !== undefined),
  };
}
