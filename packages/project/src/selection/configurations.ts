import { dirname, relative, sep } from "node:path";
import { didYouMean, getOrAdd, listed, printable } from "@traffic-policy/policy-language/internal";
import {
  configurationIn,
  configurationKinds,
  findConfiguration,
  mayBeConfiguration,
} from "../configuration/find-configuration.ts";
import {
  loadConfiguration,
  type KnownConfigurations,
  type LoadedConfiguration,
  type LoadedConfigurations,
} from "../configuration/load-configuration.ts";
import { ExplainedError, type Files } from "../files/files.ts";
import {
  askedEnvironment,
  environmentNames,
  everyEnvironment,
  meantEnvironment,
  namedEnvironments,
  oneAtATime,
  type MeantEnvironment,
} from "./choose-environment.ts";
import type { ConfigurationOptions, ProjectContext } from "../context.ts";
import { projectFolders } from "./workspace.ts";

/** A configuration that cannot be used. */
export interface BrokenConfiguration {
  /** Absolute path. */
  readonly file: string;
  /** The folder of its project as it is shown, where a run has several. */
  readonly project: string | undefined;
  readonly error: ExplainedError;
}

/** The configurations of a run, and those that cannot be used. */
export interface Found<Each> {
  readonly configurations: readonly Each[];
  readonly broken: readonly BrokenConfiguration[];
}

/** The projects that a run is about, in each environment that is asked for; none without a configuration. */
export interface Workspace extends Found<LoadedConfiguration> {
  /** The folder that all of them are in; absolute path. */
  readonly folder: string;
}

/**
 * The configurations of a run: each file has that of its folder, or of the nearest folder above it, and each is
 * loaded once.
 */
export class Configurations {
  readonly #options: ConfigurationOptions;
  readonly #context: ProjectContext;
  readonly #named: string | undefined;
  #isNoted = false;
  readonly #byFolder = new Map<string, string | undefined>();
  readonly #loaded = new Map<string, Promise<LoadedConfigurations>>();
  readonly #known: KnownConfigurations = new Map();
  #answer: MeantEnvironment | undefined;
  #workspace: Promise<Workspace> | undefined;

  /** @throws ExplainedError when the options name a file that is missing or cannot be a configuration */
  constructor(options: ConfigurationOptions, context: ProjectContext) {
    this.#options = options;
    this.#context = context;
    const { config } = options;
    this.#named = config === undefined ? undefined : configurationFile(config, context.files);
  }

  /** The file of the configuration that the working directory is under, or that the options name. */
  get own(): string | undefined {
    return this.ofFolder(this.#context.files.folder);
  }

  /** The file of the configuration of a folder. */
  ofFolder(folder: string): string | undefined {
    if (this.#named !== undefined) return this.#named;
    if (!this.#byFolder.has(folder)) this.#byFolder.set(folder, findConfiguration(folder));
    return this.#byFolder.get(folder);
  }

  /** The file of the configuration that is for a file: of its folder, or else of the working directory. */
  ofFile(file: string): string | undefined {
    return this.ofFolder(dirname(file)) ?? this.own;
  }

  /** Files by the files of their configurations, in the order of the first of each. */
  grouped(files: Iterable<string>): Map<string | undefined, string[]> {
    const groups = new Map<string | undefined, string[]>();
    for (const file of files) getOrAdd(groups, this.ofFile(file), () => []).push(file);
    return groups;
  }

  /**
   * A configuration with all of its environments; the own one by default. Nothing when there is none.
   *
   * @throws ExplainedError when it is wrong
   */
  async load(file = this.own): Promise<LoadedConfigurations | undefined> {
    if (file === undefined) return undefined;
    return getOrAdd(this.#loaded, file, async () => {
      const { files, parts, onLoaded } = this.#context;
      const loaded = await loadConfiguration(file, files, parts, this.#known);
      onLoaded?.(loaded);
      return loaded;
    });
  }

  /**
   * The configuration of a folder, with all of its environments, if it has one.
   *
   * @throws ExplainedError when it is wrong
   */
  async loadOfFolder(folder: string): Promise<LoadedConfigurations | undefined> {
    const file = this.ofFolder(folder);
    return file === undefined ? undefined : this.load(file);
  }

  /**
   * A configuration in each environment that is asked for, or in all of them; none where there is no file.
   *
   * @throws ExplainedError when it is wrong, or has no such environment
   */
  async environmentsOf(file: string | undefined): Promise<readonly LoadedConfiguration[]> {
    const found = file === undefined ? undefined : await this.load(file);
    if (found === undefined) return [];
    const named = this.inAskedEnvironments(found);
    const asked = this.askedEnvironment;
    if (asked !== undefined && named.length < found.environments.length) this.#noteVariable(asked);
    return named;
  }

  /**
   * Does some work for the files of each configuration. One that is not the own one and cannot be used does not
   * keep the others from it.
   *
   * @param groups - files by the files of their configurations
   * @param work - gets the configuration in each environment that is asked for
   */
  async each<Result>(
    groups: ReadonlyMap<string | undefined, readonly string[]>,
    {
      work,
      failed,
    }: {
      readonly work: (
        environments: readonly LoadedConfiguration[],
        files: readonly string[],
        configuration: string | undefined,
      ) => Promise<Result>;
      readonly failed: (configuration: string, error: ExplainedError) => Result;
    },
  ): Promise<Result[]> {
    const results: Result[] = [];
    for (const [configuration, files] of groups) {
      try {
        const environments = await this.environmentsOf(configuration);
        results.push(await work(environments, files, configuration));
      } catch (error) {
        if (!(error instanceof ExplainedError) || configuration === this.own) throw error;
        results.push(failed(configuration ?? "", error));
      }
    }
    return results;
  }

  /**
   * The configurations of all projects of the workspace, where the own one is that of its root; otherwise the own one.
   *
   * @param help - what to do when there is none
   * @throws ExplainedError when there is none, or the only one is wrong
   */
  async all(help?: string): Promise<Found<LoadedConfigurations>> {
    const own = await this.load();
    const folders = await this.#folders(own);
    if (folders === undefined) {
      if (own === undefined) throw noConfiguration(help);
      return { configurations: [own], broken: [] };
    }
    const root = own?.folder ?? this.#context.files.folder;
    const { configurations, broken } = await this.#inFolders(folders, root);
    const used = configurations.filter((one) => one.folder !== root || hasTargets(one));
    const [first, ...others] = used;
    // The root alone is worked with as before there was a workspace.
    if (first?.folder === root && others.length + broken.length === 0) {
      return { configurations: [own ?? first], broken };
    }
    return { configurations: used, broken };
  }

  /**
   * The same, each in the environment that is meant, or in all of them when `*` asks for that.
   *
   * @param every - whether `*` may
   * @throws ExplainedError when there is none, none has the environment, or nobody says which is meant
   */
  async chosen({
    every = false,
    help,
  }: { readonly every?: boolean; readonly help?: string } = {}): Promise<
    Found<LoadedConfiguration>
  > {
    const found = await this.all(help);
    const { configurations, broken } = found;
    const [first, ...others] = configurations;
    if (first !== undefined && others.length + broken.length === 0) {
      return { configurations: await this.inMeantEnvironment(first, every), broken };
    }
    const several = configurations.filter(({ environments }) => environments.length > 1);
    const defaults = new Set(several.map((one) => one.defaultEnvironment));
    const [defaultEnvironment] = defaults.size === 1 ? defaults : [];
    const names = several.length === 0 ? [] : allNames(configurations);
    const meant = await this.#meant({ names, defaultEnvironment });
    if (meant?.name === everyEnvironment && !every) throw oneAtATime(allNames(configurations));
    return this.#allIn(meant, found);
  }

  /**
   * A configuration in the environment that is meant, or in all of them when `*` asks for that.
   *
   * @throws ExplainedError when there is no such environment, or nobody says which is meant
   */
  async inMeantEnvironment(
    configurations: LoadedConfigurations,
    every = false,
  ): Promise<readonly [LoadedConfiguration, ...LoadedConfiguration[]]> {
    const names = environmentNames(configurations.environments);
    const meant = await this.#meant({ ...configurations, names });
    if (meant?.name === everyEnvironment && !every) throw oneAtATime(names);
    return namedEnvironments(configurations, meant);
  }

  /**
   * The own configuration in the environment that is meant; nothing when there is none.
   *
   * @throws ExplainedError when it is wrong, or nobody says which environment is meant
   */
  async ifAny(): Promise<LoadedConfiguration | undefined> {
    const own = await this.load();
    return own && (await this.inMeantEnvironment(own))[0];
  }

  /** The environment that an option or a variable names. */
  get askedEnvironment(): MeantEnvironment | undefined {
    return askedEnvironment(this.#options, this.#context.env);
  }

  /**
   * A configuration in each environment that is asked for, or in all of them.
   *
   * @throws ExplainedError when it has no such environment
   */
  inAskedEnvironments({
    environments,
  }: LoadedConfigurations): readonly [LoadedConfiguration, ...LoadedConfiguration[]] {
    return namedEnvironments({ environments }, this.askedEnvironment);
  }

  /**
   * All projects of the workspace, where the own configuration is that of its root, and otherwise the own one, each
   * in the environments that are asked for.
   *
   * @throws ExplainedError when the only one is wrong, or none has the environment that is asked for
   */
  workspace(): Promise<Workspace> {
    this.#workspace ??= this.#findWorkspace();
    return this.#workspace;
  }

  async #findWorkspace(): Promise<Workspace> {
    const { own } = this;
    const folder = own === undefined ? this.#context.files.folder : dirname(own);
    const folders = await this.#folders(await this.load(own));
    if (folders === undefined) {
      return { configurations: await this.environmentsOf(own), folder, broken: [] };
    }
    const asked = this.askedEnvironment;
    return { ...this.#allIn(asked, await this.#inFolders(folders, folder)), folder };
  }

  /** The folders of the workspace; nothing where there is none. */
  async #folders(own: LoadedConfigurations | undefined): Promise<string[] | undefined> {
    const { files } = this.#context;
    if (this.#named !== undefined) return undefined;
    return projectFolders(own?.folder ?? files.folder, own?.projects, files);
  }

  async #inFolders(folders: readonly string[], root: string): Promise<Found<LoadedConfigurations>> {
    const configurations: LoadedConfigurations[] = [];
    const broken: BrokenConfiguration[] = [];
    for (const folder of folders) {
      const file = configurationIn(folder);
      if (file === undefined) continue;
      const project = projectName(folder, root);
      try {
        const found = await this.load(file);
        if (found !== undefined) configurations.push(ofProject(found, project));
      } catch (error) {
        if (!(error instanceof ExplainedError)) throw error;
        broken.push({ project, file, error });
      }
    }
    return { configurations, broken };
  }

  /**
   * The projects of a workspace in the environment that is meant, or in all of theirs. Those that have others are
   * left out, with a note.
   */
  #allIn(
    meant: MeantEnvironment | undefined,
    found: Found<LoadedConfigurations>,
  ): Found<LoadedConfiguration> {
    const named = meant?.name === everyEnvironment ? undefined : meant?.name;
    const configurations: LoadedConfiguration[] = [];
    const broken = [...found.broken];
    const without: string[] = [];
    for (const one of found.configurations) {
      const { project = "", file } = one;
      const names = environmentNames(one.environments);
      if (named !== undefined && names.length > 0 && !names.includes(named)) {
        without.push(project);
        continue;
      }
      try {
        const what = `the configuration of ${project}`;
        configurations.push(...namedEnvironments(one, meant, what));
      } catch (error) {
        if (!(error instanceof ExplainedError)) throw error;
        broken.push({ project, file, error });
      }
    }
    if (named !== undefined && configurations.length === 0 && broken.length === 0) {
      const names = allNames(found.configurations);
      throw new ExplainedError(`No project has the environment "${named}".`, {
        help: didYouMean(named, names) ?? `The environments are: ${listed(names)}.`,
      });
    }
    if (without.length > 0) {
      const what = without.length === 1 ? "it is" : "they are";
      const text = `No environment ${named} in ${listed(without)}, so ${what} left out.`;
      this.#context.terminal.err(`${printable(text)}\n`);
    }
    return { configurations, broken };
  }

  /** Whoever is at the terminal is asked only once. */
  async #meant(
    choice: Parameters<typeof meantEnvironment>[0],
  ): Promise<MeantEnvironment | undefined> {
    const before = this.#answer;
    if (before !== undefined && choice.names.includes(before.name)) return before;
    const meant = await meantEnvironment(choice, this.#options, this.#context);
    if (meant?.isAnswer === true) this.#answer = meant;
    return meant;
  }

  /** A variable that was left set is easily overlooked: what is wrong elsewhere would not be found. */
  #noteVariable({ name, by }: MeantEnvironment): void {
    if (this.#isNoted || this.#options.environment !== undefined) return;
    this.#context.terminal.err(`Only for the environment ${printable(name)}, as ${by} says.\n`);
    this.#isNoted = true;
  }
}

/** Returns the displayed folder of a project, independent of the working directory. */
function projectName(folder: string, root: string): string {
  return relative(root, folder).replaceAll(sep, "/") || ".";
}

function ofProject(configurations: LoadedConfigurations, project: string): LoadedConfigurations {
  const [first, ...others] = configurations.environments;
  return {
    ...configurations,
    project,
    environments: [{ ...first, project }, ...others.map((one) => ({ ...one, project }))],
  };
}

function hasTargets({ environments }: LoadedConfigurations): boolean {
  return environments.some(({ targets }) => Object.keys(targets).length > 0);
}

function allNames(found: readonly LoadedConfigurations[]): string[] {
  return [...new Set(found.flatMap(({ environments }) => environmentNames(environments)))];
}

function configurationFile(config: string, files: Files): string {
  const file = files.resolve(config);
  if (!mayBeConfiguration(file)) {
    throw new ExplainedError(`--config ${config}: This kind of file cannot hold a configuration.`, {
      help: configurationKinds,
    });
  }
  if (files.exists(file)) return file;
  throw new ExplainedError(`--config ${config}: There is no such file.`);
}

/** @param help - what to do about it */
export function noConfiguration(help?: string): ExplainedError {
  return new ExplainedError("There is no traffic-policy.config.ts here or in a folder above.", {
    help: help ?? "`traffic-policy init` writes one.",
  });
}
