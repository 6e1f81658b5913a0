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
 * Returns the project of a run. Hides the API keys of each configuration that it loads in all output.
 *
 * @throws CommandError when the options name a missing configuration
 */
export function projectOf(
  options: ConfigurationOptions,
  context: Pick<Context, "env" | "files" | "terminal">,
): Project {
  const { env, files, terminal } = context;
  return new Project(options, {
    env,
    files,
    terminal,
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

/** Returns the lint settings of a configuration; their schema was checked when it was loaded. */
export function lintOf(
  configuration: Pick<LoadedConfiguration, "parts"> | undefined,
): LintConfiguration | undefined {
  return configuration?.parts["lint"] as LintConfiguration | undefined;
}

export function customRules(
  configuration: Pick<LoadedConfiguration, "parts"> | undefined,
): ReadonlyMap<string, LintRule> | undefined {
  const rules = lintOf(configuration)?.customRules;
  return rules && new Map(Object.entries(rules));
}

export async function customRulesIn(
  options: ConfigurationOptions,
  context: Context,
): Promise<ReadonlyMap<string, LintRule> | undefined> {
  const found = await projectOf(options, context).configurations.load();
  return customRules(found?.environments[0]);
}

export async function hideConfiguredKeys(context: Context): Promise<void> {
  try {
    await projectOf({}, context).configurations.load();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
  }
}
