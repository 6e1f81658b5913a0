import { dirname, relative, sep } from "node:path";
import {
  configurationIn,
  findConfiguration,
  type LoadedConfigurations,
} from "@traffic-policy/project";
import { cases, filesOfKindIn } from "@traffic-policy/project/checks";
import { isProjectFolder, projectFolders } from "@traffic-policy/project/selection";
import { projectOf } from "../../configuration/project.ts";
import { CommandError, type Context } from "../../context.ts";
import type { NewProject } from "./new-project.ts";

export interface BaseConfiguration {
  readonly path: string;
  readonly environments: readonly string[];
  readonly hasService: boolean;
}

export interface Workspace {
  readonly base?: BaseConfiguration;
  readonly root?: string;
  readonly hasCases?: boolean;
}

/**
 * Finds the workspace that a folder is, or will be, a package of, or is the root of.
 *
 * @throws CommandError when its configuration is broken, and a new configuration would extend it
 */
export async function workspaceOf({ folder }: NewProject, context: Context): Promise<Workspace> {
  const own = configurationIn(folder);
  if (own === undefined) return packageOf(folder, context);
  try {
    const { root } = await packageOf(folder, context);
    return root === undefined ? await rootAt(folder, own, context) : { root };
  } catch (error) {
    // Before the packages are installed, code cannot be loaded; and nothing is made of it here.
    if (!(error instanceof CommandError)) throw error;
    return {};
  }
}

async function rootAt(folder: string, own: string, context: Context): Promise<Workspace> {
  const { projects } = (await loaded(own, context)) ?? {};
  if ((await projectFolders(folder, projects, context.files)) === undefined) return {};
  return { hasCases: (await filesOfKindIn(folder, cases, context.files)).files.length > 0 };
}

function loaded(config: string, context: Context): Promise<LoadedConfigurations | undefined> {
  return projectOf({ config }, context).configurations.load();
}

async function packageOf(folder: string, context: Context): Promise<Workspace> {
  const file = findConfiguration(dirname(folder));
  if (file === undefined) return {};
  const found = await loaded(file, context);
  if (found === undefined) return {};
  if (!(await isProjectFolder(folder, found.folder, found.projects, context.files))) return {};
  return {
    root: context.files.nameOf(found.folder),
    base: {
      path: relative(folder, file).replaceAll(sep, "/"),
      environments: found.environments.flatMap(({ environment }) => environment?.name ?? []),
      hasService: found.environments.every(({ service }) => service !== undefined),
    },
  };
}
