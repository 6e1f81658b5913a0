import {
  Project,
  type LoadedConfiguration,
  type ConfigurationOptions,
} from "@traffic-policy/project";
import type { LintRule } from "@traffic-policy/policy-lint";
import type { LintConfiguration } from "@traffic-policy/policy-lint/configuration";
import { type Context, CommandError } from "../context.ts";
import { hideKeys, keyOf } from "./api-key.ts";
import { configurationParts } from "./configuration-schema.ts";

/**
 * The project of a run. The API keys of each configuration that it loads are hidden in what is printed.
 *
 * @param timeLimit - how long code may run, in milliseconds
 * @throws CommandError when the options name a configuration that is not there
 */
export function projectOf(
  options: ConfigurationOptions,
  context: Pick<Context, "env" | "files" | "terminal">,
  timeLimit?: number,
): Project {
  const { env, files, terminal } = context;
  return new Project(options, {
    env,
    files,
    terminal,
    timeLimit,
    parts: configurationParts,
    onLoaded: ({ environments }) => {
      const services = environments.flatMap(({ service, services: others }) => [
        ...(service === undefined ? [] : [service]),
        ...Object.values(others),
      ]);
      hideKeys(
        services.flatMap((one) => keyOf(one) ?? []),
        context,
      );
    },
  });
}

/** What a configuration says of lint; its schema was checked when it was loaded. */
export function lintOf(
  configuration: Pick<LoadedConfiguration, "parts"> | undefined,
): LintConfiguration | undefined {
  return configuration?.parts["lint"] as LintConfiguration | undefined;
}

/** The rules of a configuration's own. */
export function customRules(
  configuration: Pick<LoadedConfiguration, "parts"> | undefined,
): ReadonlyMap<string, LintRule> | undefined {
  const rules = lintOf(configuration)?.customRules;
  return rules && new Map(Object.entries(rules));
}

/** The rules of the configuration that the options name, or that the working directory is under. */
export async function customRulesIn(
  options: ConfigurationOptions,
  context: Context,
): Promise<ReadonlyMap<string, LintRule> | undefined> {
  const found = await projectOf(options, context).configurations.load();
  return customRules(found?.environments[0]);
}

/** Hides the keys that code may print which needs no configuration, as far as there is one that can be loaded. */
export async function hideConfiguredKeys(context: Context): Promise<void> {
  try {
    await projectOf({}, context).configurations.load();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
  }
}
