import { relative, sep } from "node:path";
import { configurationIn } from "@traffic-policy/policy-module";
import { didYouMean, printable } from "@traffic-policy/policy-language";
import { type Context, CommandError } from "../context.ts";
import type { ConfigurationOptions } from "../program/options.ts";
import { listed } from "../report/text.ts";
import {
  chosenEnvironment,
  chosenEnvironments,
  environmentNames,
  everyEnvironment,
  meantEnvironment,
  namedEnvironments,
  type MeantEnvironment,
  oneAtATime,
} from "./choose-environment.ts";
import { loadConfigurations, noConfiguration, type LoadingOptions } from "./load-configuration.ts";
import type { LoadedConfiguration, LoadedConfigurations } from "./loaded-configuration.ts";
import { projectFolders } from "./workspace.ts";

/** A folder with a configuration of its own. */
export interface FoundProject {
  /** The folder as it is shown; nothing for a project that is worked with alone. */
  readonly name: string | undefined;
  readonly configurations: LoadedConfigurations;
}

/** A project whose configuration cannot be used. */
export interface BrokenProject {
  readonly name: string;
  /** Its configuration; absolute path. */
  readonly file: string;
  readonly error: CommandError;
}

/** A project in one of its environments. */
export interface Project {
  readonly name: string | undefined;
  readonly configuration: LoadedConfiguration;
}

/** The projects of a run: as they were found, or each in an environment that is asked for. */
export interface Projects<Each = Project> {
  readonly projects: readonly Each[];
  readonly broken: readonly BrokenProject[];
}

/**
 * The projects that a run is about: all of the workspace, where the nearest configuration is that of its
 * root, and otherwise the one that the working directory is in.
 *
 * @throws CommandError when there is none, or the only one is broken
 */
export async function findProjects(
  options: ConfigurationOptions,
  context: Context,
  loading: LoadingOptions = {},
): Promise<Projects<FoundProject>> {
  const isNamed = options.config !== undefined;
  const own = isNamed ? undefined : await loadConfigurations({}, context, loading);
  const root = own?.folder ?? context.files.folder;
  const folders = isNamed ? undefined : await projectFolders(root, own?.projects, context);
  if (folders === undefined) {
    const configurations = own ?? (await loadConfigurations(options, context, loading));
    if (configurations === undefined) throw noConfiguration(loading);
    return { projects: [{ name: undefined, configurations }], broken: [] };
  }
  const projects: FoundProject[] = [];
  const broken: BrokenProject[] = [];
  for (const folder of folders) {
    const config = configurationIn(folder);
    if (config === undefined) continue;
    const name = projectName(folder, root);
    try {
      const configurations = await loadConfigurations({ config }, context, loading);
      if (configurations === undefined || (folder === root && !hasTargets(configurations)))
        continue;
      projects.push({ name, configurations });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      broken.push({ name, file: config, error });
    }
  }
  const [first, ...others] = projects;
  // The root alone is worked with as before there was a workspace.
  if (first?.configurations.folder === root && others.length + broken.length === 0) {
    return { projects: [{ ...first, name: undefined }], broken };
  }
  return { projects, broken };
}

/** The folder of a project as it is shown, in whatever folder the command runs. */
export function projectName(folder: string, root: string): string {
  return relative(root, folder).replaceAll(sep, "/") || ".";
}

function hasTargets({ environments }: LoadedConfigurations): boolean {
  return environments.some(({ targets }) => Object.keys(targets).length > 0);
}

/**
 * The projects that a run is about, each in the environment that is asked for, or in all of them.
 *
 * @param every - whether `*` may ask for all environments
 * @throws CommandError when there is no project, none has the environment, or nobody says which is meant
 */
export async function chooseProjects(
  options: ConfigurationOptions,
  context: Context,
  { every = false }: { readonly every?: boolean } = {},
): Promise<Projects> {
  const found = await findProjects(options, context);
  const { projects, broken } = found;
  const [first, ...others] = projects;
  if (first !== undefined && others.length + broken.length === 0) {
    const { name, configurations } = first;
    const chosen = every
      ? await chosenEnvironments(configurations, options, context)
      : [await chosenEnvironment(configurations, options, context)];
    return { projects: chosen.map((configuration) => ({ name, configuration })), broken };
  }
  const meant = await meantForAll(projects, options, context);
  if (meant?.name === everyEnvironment && !every) throw oneAtATime(allNames(projects));
  return inMeantEnvironment(found, meant, context);
}

/**
 * The projects of a workspace in the environment that is meant, or in all of theirs. Those that have others
 * are left out, with a note.
 *
 * @throws CommandError when none has it
 */
export function inMeantEnvironment(
  found: Projects<FoundProject>,
  meant: MeantEnvironment | undefined,
  { terminal }: Pick<Context, "terminal">,
): Projects {
  const named = meant?.name === everyEnvironment ? undefined : meant?.name;
  const projects: Project[] = [];
  const broken = [...found.broken];
  const without: string[] = [];
  for (const { name = "", configurations } of found.projects) {
    const names = environmentNames(configurations.environments);
    if (named !== undefined && names.length > 0 && !names.includes(named)) {
      without.push(name);
      continue;
    }
    try {
      const what = `the configuration of ${name}`;
      const chosen = namedEnvironments(configurations, meant, what);
      projects.push(...chosen.map((configuration) => ({ name, configuration })));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      broken.push({ name, file: configurations.file, error });
    }
  }
  if (named !== undefined && projects.length === 0 && broken.length === 0) {
    const names = allNames(found.projects);
    throw new CommandError(`No project has the environment "${named}".`, {
      help: didYouMean(named, names) ?? `The environments are: ${listed(names)}.`,
    });
  }
  if (without.length > 0) {
    const what = without.length === 1 ? "it is" : "they are";
    const text = `No environment ${named} in ${listed(without)}, so ${what} left out.`;
    terminal.err(`${printable(text)}\n`);
  }
  return { projects, broken };
}

/** The environment that is meant for all projects of a workspace; nothing where none has several. */
async function meantForAll(
  found: readonly FoundProject[],
  options: ConfigurationOptions,
  context: Context,
): ReturnType<typeof meantEnvironment> {
  const several = found.flatMap(({ configurations }) =>
    configurations.environments.length > 1 ? [configurations] : [],
  );
  const defaults = new Set(several.map((one) => one.defaultEnvironment));
  const [defaultEnvironment] = defaults.size === 1 ? defaults : [];
  const names = several.length === 0 ? [] : allNames(found);
  return meantEnvironment({ names, defaultEnvironment }, options, context);
}

function allNames(found: readonly FoundProject[]): string[] {
  const names = found.flatMap(({ configurations }) =>
    environmentNames(configurations.environments),
  );
  return [...new Set(names)];
}
