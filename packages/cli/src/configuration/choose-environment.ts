import { didYouMean } from "@traffic-policy/policy-language";
import { type Context, CommandError, type Environment as Variables } from "../context.ts";
import type { ConfigurationOptions } from "../program/options.ts";
import { listed } from "../report/text.ts";
import type { LoadedConfiguration, LoadedConfigurations } from "./load-configuration.ts";

/** What `--environment` names all environments by. */
export const everyEnvironment = "*";

/** The variable that says which environment is meant, where no option does. */
const variable = "TRAFFIC_POLICY_ENVIRONMENT";

/**
 * The configuration for the environment that is asked for: by the option, by the variable, by the
 * configuration's default, because there is only one, or by whoever is at the terminal.
 *
 * @throws CommandError when there is no such environment, or nobody says which is meant
 */
export async function chosenEnvironment(
  configurations: Pick<LoadedConfigurations, "environments" | "defaultEnvironment">,
  options: ConfigurationOptions,
  { env, terminal }: Pick<Context, "env" | "terminal">,
): Promise<LoadedConfiguration> {
  const { environments, defaultEnvironment } = configurations;
  const names = environmentNames(environments);
  const asked = askedEnvironment(options, env);
  if (asked !== undefined) {
    if (asked.name === everyEnvironment) throw oneAtATime(names);
    return named(asked, environments);
  }
  const [first, ...others] = environments;
  if (others.length === 0) return first;
  if (defaultEnvironment !== undefined) {
    return named({ name: defaultEnvironment, by: "defaultEnvironment" }, environments);
  }
  if (terminal.interactive) {
    const answer = await terminal.question(`Which environment? (${names.join(", ")}) `);
    if (answer !== undefined && answer.trim() !== "") {
      return named({ name: answer.trim(), by: "The answer" }, environments);
    }
  }
  throw new CommandError(`The configuration has several environments: ${listed(names)}.`, {
    help: "Name one with --environment, or set `defaultEnvironment` in the configuration.",
  });
}

/** @param names - of the environments */
export function oneAtATime(names: readonly string[]): CommandError {
  return new CommandError("This command works with one environment at a time.", {
    help: names.length === 0 ? "Remove --environment." : `Name one of ${listed(names)}.`,
  });
}

/**
 * The configuration for each environment that is asked for; all of them where nobody names one, because
 * what is wrong in one of them is wrong.
 *
 * @throws CommandError when there is no such environment
 */
export function namedEnvironments(
  { environments }: Pick<LoadedConfigurations, "environments">,
  options: ConfigurationOptions,
  { env }: Pick<Context, "env">,
): readonly [LoadedConfiguration, ...LoadedConfiguration[]] {
  const asked = askedEnvironment(options, env);
  if (asked === undefined || asked.name === everyEnvironment) return environments;
  return [named(asked, environments)];
}

/** The environment that is asked for, or all of them when it is by name. */
export async function environmentsToBuild(
  configurations: Pick<LoadedConfigurations, "environments" | "defaultEnvironment">,
  options: ConfigurationOptions,
  context: Pick<Context, "env" | "terminal">,
): Promise<readonly LoadedConfiguration[]> {
  const { name } = askedEnvironment(options, context.env) ?? {};
  return name === everyEnvironment
    ? configurations.environments
    : [await chosenEnvironment(configurations, options, context)];
}

interface AskedEnvironment {
  readonly name: string;
  /** Who asks for it, as the beginning of a sentence. */
  readonly by: string;
}

/** What the option or the variable names. */
export function askedEnvironment(
  { environment, environmentBy = "--environment" }: ConfigurationOptions,
  env: Variables,
): AskedEnvironment | undefined {
  if (environment !== undefined) return { name: environment, by: environmentBy };
  const name = env[variable] || undefined;
  return name === undefined ? undefined : { name, by: variable };
}

function named(
  { name, by }: AskedEnvironment,
  environments: readonly LoadedConfiguration[],
): LoadedConfiguration {
  const found = environments.find(({ environment }) => environment?.name === name);
  if (found !== undefined) return found;
  const names = environmentNames(environments);
  if (names.length === 0) {
    throw new CommandError(`${by} names "${name}", but the configuration has no environments.`, {
      help: "Add `environments` to it, or remove the name.",
    });
  }
  throw new CommandError(`${by} names "${name}", which is not an environment.`, {
    help: didYouMean(name, names) ?? `The environments are: ${listed(names)}.`,
  });
}

/** The names of environments, each once. */
export function environmentNames(environments: readonly LoadedConfiguration[]): string[] {
  return [...new Set(environments.flatMap(({ environment }) => environment?.name ?? []))];
}
