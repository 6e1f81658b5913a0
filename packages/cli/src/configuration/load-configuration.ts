import {
  configurationKinds,
  loadConfiguration as load,
  mayBeConfiguration,
  type Files,
} from "@traffic-policy/project";
import type { LintRule } from "@traffic-policy/policy-lint";
import { type Context, CommandError } from "../context.ts";
import type { ConfigurationOptions } from "../program/options.ts";
import { hideKeys, keyOf } from "./api-key.ts";
import { configurationParts } from "./configuration-schema.ts";
import { chosenEnvironment } from "./choose-environment.ts";
import type { LoadedConfiguration, LoadedConfigurations } from "./loaded-configuration.ts";

export interface LoadingOptions {
  /** How long code may run, in milliseconds. */
  readonly timeLimit?: number | undefined;
  /** What to do when there is none. */
  readonly help?: string;
}

/**
 * Finds and loads the configuration that the options name, or else the one that the working directory is
 * under, for the environment that is asked for.
 *
 * @throws CommandError when there is none, it is wrong, or nobody says which environment is meant
 */
export async function loadConfiguration(
  options: ConfigurationOptions,
  context: Context,
  loading: LoadingOptions = {},
): Promise<LoadedConfiguration> {
  const configuration = await loadConfigurationIfAny(options, context, loading);
  if (configuration === undefined) throw noConfiguration(loading);
  return configuration;
}

/** The same, for commands that can do without. */
export async function loadConfigurationIfAny(
  options: ConfigurationOptions,
  context: Context,
  loading: LoadingOptions = {},
): Promise<LoadedConfiguration | undefined> {
  const found = await loadConfigurations(options, context, loading);
  if (found === undefined) return undefined;
  return chosenEnvironment(found, options, context);
}

/** Finds and loads a configuration with all of its environments. */
export async function loadConfigurations(
  { config }: ConfigurationOptions,
  context: Pick<Context, "env" | "files" | "terminal">,
  { timeLimit, folder }: LoadingOptions & { readonly folder?: string } = {},
): Promise<LoadedConfigurations | undefined> {
  const { files } = context;
  const file = config === undefined ? undefined : configurationFile(config, files);
  const found = await load(files, { parts: configurationParts, timeLimit, folder, file });
  for (const { service, services } of found?.environments ?? []) {
    const all = [...(service === undefined ? [] : [service]), ...Object.values(services)];
    hideKeys(
      all.flatMap((one) => keyOf(one) ?? []),
      context,
    );
  }
  return found;
}

/** Hides the keys that code may print which needs no configuration, as far as there is one that can be loaded. */
export async function hideConfiguredKeys(context: Context): Promise<void> {
  try {
    await loadConfigurations({}, context);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
  }
}

export function configurationFile(config: string, files: Files): string {
  const file = files.resolve(config);
  if (!mayBeConfiguration(file)) {
    throw new CommandError(`--config ${config}: This kind of file cannot hold a configuration.`, {
      help: configurationKinds,
    });
  }
  if (files.exists(file)) return file;
  throw new CommandError(`--config ${config}: There is no such file.`);
}

export function noConfiguration({ help }: LoadingOptions = {}): CommandError {
  return new CommandError("There is no traffic-policy.config.ts here or in a folder above.", {
    help: help ?? "`traffic-policy init` writes one.",
  });
}

export function customRules(
  configuration: Pick<LoadedConfiguration, "lint"> | undefined,
): ReadonlyMap<string, LintRule> | undefined {
  const rules = configuration?.lint?.customRules;
  return rules && new Map(Object.entries(rules));
}

/** The rules of the configuration that the options name, or that the working directory is under. */
export async function customRulesIn(
  options: ConfigurationOptions,
  context: Context,
): Promise<ReadonlyMap<string, LintRule> | undefined> {
  const found = await loadConfigurations(options, context);
  return customRules(found?.environments[0]);
}
