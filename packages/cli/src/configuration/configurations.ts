import { dirname } from "node:path";
import { getOrAdd } from "@traffic-policy/policy-language";
import { findConfiguration } from "@traffic-policy/policy-module";
import { printable } from "@traffic-policy/policy-lint/report/printable";
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
  type LoadedConfiguration,
  type LoadedConfigurations,
  type LoadingOptions,
} from "./load-configuration.ts";
import { projectFolders } from "./workspace.ts";

/** The projects that a run from the working directory is about, in each environment that is asked for. */
export interface Homes {
  /** None without a configuration. */
  readonly environments: readonly LoadedConfiguration[];
  /** The folder that all of them are in; absolute path. */
  readonly folder: string;
  /** Configurations that cannot be loaded. */
  readonly failures: readonly BrokenConfiguration[];
}

interface BrokenConfiguration {
  /** Absolute path. */
  readonly file: string;
  readonly error: CommandError;
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
   * @param what - the configuration, in a sentence, where there are several
   * @throws CommandError when it is wrong, or has no such environment
   */
  async environmentsOf(
    file: string | undefined,
    what?: string,
  ): Promise<readonly LoadedConfiguration[]> {
    const found = file === undefined ? undefined : await this.#load(file);
    if (found === undefined) return [];
    const asked = askedEnvironment(this.#options, this.#context.env);
    const named = namedEnvironments(found, asked, what);
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
   * The projects of the workspace that the working directory is the root of; otherwise the one that it is
   * in.
   *
   * @throws CommandError when the only one is wrong
   */
  async homes(): Promise<Homes> {
    const { files } = this.#context;
    const root = files.folder;
    const folders = this.#named === undefined ? await this.#projectFolders(root) : undefined;
    if (folders === undefined) {
      const environments = await this.environmentsOf(this.own);
      return { environments, folder: environments[0]?.folder ?? root, failures: [] };
    }
    const environments: LoadedConfiguration[] = [];
    const failures: BrokenConfiguration[] = [];
    for (const file of folders.flatMap((folder) => this.ofFolder(folder) ?? [])) {
      try {
        const what = `the configuration of ${files.nameOf(dirname(file))}`;
        environments.push(...(await this.environmentsOf(file, what)));
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        failures.push({ file, error });
      }
    }
    return { environments, folder: root, failures };
  }

  async #projectFolders(root: string): Promise<string[] | undefined> {
    const { own } = this;
    const isRoot = own !== undefined && dirname(own) === root;
    const projects = isRoot ? (await this.#load(own))?.projects : undefined;
    return projectFolders(root, projects, this.#context);
  }

  #load(file: string): Promise<LoadedConfigurations | undefined> {
    return getOrAdd(this.#loaded, file, () =>
      loadConfigurations({ config: file }, this.#context, this.#loading),
    );
  }
}
