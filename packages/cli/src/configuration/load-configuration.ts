import {
  loadConfiguration as load,
  schemaWith,
  type Configuration as AnyConfiguration,
  type LoadedConfiguration as AnyLoaded,
  type Files,
} from "@traffic-policy/policy-module";
import {
  lintProblems,
  lintSchema,
  type LintConfiguration,
} from "@traffic-policy/policy-lint/configuration";
import type { LintRule } from "@traffic-policy/policy-lint";
import { CommandError } from "../context.ts";

interface WithLint {
  readonly lint?: LintConfiguration;
}

/** A configuration; see `docs/configuration.md`. */
export interface Configuration extends AnyConfiguration, WithLint {}

/** A configuration that was checked. */
export interface LoadedConfiguration extends AnyLoaded, WithLint {}

const parts = { lint: { schema: lintSchema, problems: lintProblems } };

export const configurationSchema = schemaWith(parts);

/**
 * Finds and loads the configuration that the working directory is under.
 *
 * @param timeLimit - how long code may run, in milliseconds
 * @param help - what to do when there is none
 */
export async function loadConfiguration(
  files: Files,
  timeLimit?: number,
  help = "`traffic-policy init` writes one.",
): Promise<LoadedConfiguration> {
  const configuration = await loadConfigurationIfAny(files, timeLimit);
  if (configuration !== undefined) return configuration;
  throw new CommandError("There is no traffic-policy.config.ts here or in a folder above.", {
    help,
  });
}

/** The same, for commands that can do without. */
export function loadConfigurationIfAny(
  files: Files,
  timeLimit?: number,
): Promise<LoadedConfiguration | undefined> {
  return load(files, parts, timeLimit);
}

export function customRules(
  configuration: LoadedConfiguration | undefined,
): ReadonlyMap<string, LintRule> | undefined {
  const rules = configuration?.lint?.customRules;
  return rules && new Map(Object.entries(rules));
}
