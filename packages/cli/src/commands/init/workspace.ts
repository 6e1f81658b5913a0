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
import type { Project } from "./project.ts";

/** The configuration of a workspace, which those of its packages extend. */
export interface BaseConfiguration {
  /** As the configuration of the package names it. */
  readonly path: string;
  readonly environments: readonly string[];
  /** Whether it says where all of them are. */
  readonly hasService: boolean;
}

/** What `init` knows of the workspace that a folder is in. */
export interface Workspace {
  /** What the folder's own configuration extends, if it is a package, or will be one. */
  readonly base?: BaseConfiguration;
  /** The root that the folder is a package of, from the working directory. */
  readonly root?: string;
  /** Whether the folder is the root itself, and there are cases in its projects. */
  readonly hasCases?: boolean;
}

/**
 * The workspace that a folder is a package of, or will be, or that it is the root of.
 *
 * @throws CommandError when its configuration is broken, and a new one would extend it
 */
export async function workspaceOf({ folder }: Project, context: Context): Promise<Workspace> {
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
