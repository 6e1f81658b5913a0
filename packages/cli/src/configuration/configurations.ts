import { dirname } from "node:path";
import { getOrAdd, printable } from "@traffic-policy/policy-language";
import { findConfiguration } from "@traffic-policy/policy-module";
import { type Context, CommandError } from "../context.ts";
import type { ConfigurationOptions } from "../program/options.ts";
import {
  askedEnvironment,
  namedEnvironments,
  type MeantEnvironment,
} from "./choose-environment.ts";
import {
  configurationFile,
  loadConfigurations,
  type LoadingOptions,
} from "./load-configuration.ts";
import type { LoadedConfiguration, LoadedConfigurations } from "./loaded-configuration.ts";
import {
  inMeantEnvironment,
  projectName,
  type BrokenProject,
  type FoundProject,
} from "./projects.ts";
import { projectFolders } from "./workspace.ts";

/** The projects that a run from the working directory is about, in each environment that is asked for. */
export interface Workspace {
  /** None without a configuration. */
  readonly environments: readonly LoadedConfiguration[];
  /** The folder that all of them are in; absolute path. */
  readonly folder: string;
  /** Those whose configurations cannot be loaded. */
  readonly broken: readonly BrokenProject[];
}

/** Files, and the configuration that is for them, in each environment that is asked for. */
export interface Scope {
  /** None without a configuration. */
  readonly environments: readonly LoadedConfiguration[];
  /** Absolute paths. */
  readonly files: readonly string[];
}

/**
 * The configurations of a run that reads many files: each file has that of its folder, or of the nearest
 * folder above it, and each configuration is loaded once.
 */
export class Configurations {
  readonly #options: ConfigurationOptions;
  readonly #context: Context;
  readonly #loading: LoadingOptions;
  readonly #named: string | undefined;
  #isNoted = false;
  readonly #byFolder = new Map<string, string | undefined>();
  readonly #loaded = new Map<string, Promise<LoadedConfigurations | undefined>>();

  constructor(options: ConfigurationOptions, context: Context, loading: LoadingOptions = {}) {
    this.#options = options;
    this.#context = context;
    this.#loading = loading;
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

  /**
   * A configuration in each environment that is asked for; none where there is no file.
   *
   * @throws CommandError when it is wrong, or has no such environment
   */
  async environmentsOf(file: string | undefined): Promise<readonly LoadedConfiguration[]> {
    const found = await this.#ifAny(file);
    if (found === undefined) return [];
    const asked = askedEnvironment(this.#options, this.#context.env);
    const named = namedEnvironments(found, asked);
    if (asked !== undefined && named.length < found.environments.length) this.#noteVariable(asked);
    return named;
  }

  /** A variable that was left set is easily overlooked: what is wrong elsewhere would not be found. */
  #noteVariable({ name, by }: MeantEnvironment): void {
    if (this.#isNoted || this.#options.environment !== undefined) return;
    this.#context.terminal.err(`Only for the environment ${printable(name)}, as ${by} says.\n`);
    this.#isNoted = true;
  }

  /** Files by their configurations, in the order of the first of each. */
  grouped(files: Iterable<string>): Map<string | undefined, string[]> {
    const groups = new Map<string | undefined, string[]>();
    for (const file of files) {
      const configuration = this.ofFile(file);
      const group = groups.get(configuration);
      if (group === undefined) groups.set(configuration, [file]);
      else group.push(file);
    }
    return groups;
  }

  /**
   * All projects of the workspace, where the nearest configuration is that of its root; otherwise the one
   * that the working directory is in.
   *
   * @throws CommandError when the only one is wrong, or no project has the environment that is asked for
   */
  async workspace(): Promise<Workspace> {
    const { own } = this;
    const root = own === undefined ? this.#context.files.folder : dirname(own);
    const folders =
      this.#named === undefined
        ? await projectFolders(root, (await this.#ifAny(own))?.projects, this.#context)
        : undefined;
    if (folders === undefined) {
      return { environments: await this.environmentsOf(own), folder: root, broken: [] };
    }
    const found: { projects: FoundProject[]; broken: BrokenProject[] } = {
      projects: [],
      broken: [],
    };
    for (const folder of folders) {
      const file = this.ofFolder(folder);
      const name = projectName(folder, root);
      try {
        const configurations = await this.#ifAny(file);
        if (configurations !== undefined) found.projects.push({ name, configurations });
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        found.broken.push({ name, file: file ?? folder, error });
      }
    }
    const asked = askedEnvironment(this.#options, this.#context.env);
    const { projects, broken } = inMeantEnvironment(found, asked, this.#context);
    const environments = projects.map(({ configuration }) => configuration);
    return { environments, folder: root, broken };
  }

  async #ifAny(file: string | undefined): Promise<LoadedConfigurations | undefined> {
    return file === undefined ? undefined : this.#load(file);
  }

  #load(file: string): Promise<LoadedConfigurations | undefined> {
    return getOrAdd(this.#loaded, file, () =>
      loadConfigurations({ config: file }, this.#context, this.#loading),
    );
  }
}
