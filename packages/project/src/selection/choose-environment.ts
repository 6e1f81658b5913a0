import { listed, didYouMean } from "@traffic-policy/policy-language/internal";
import { ExplainedError } from "../files/files.ts";
import type { Variables } from "../git/git.ts";
import type { ConfigurationOptions, ProjectContext } from "../context.ts";
import type {
  LoadedConfiguration,
  LoadedConfigurations,
} from "../configuration/load-configuration.ts";

/** The value of `--environment` that selects all environments. */
export const everyEnvironment = "*";

const variable = "TRAFFIC_POLICY_ENVIRONMENT";

/**
 * Selects the environment: from the option or the variable, the default of the configuration, or the answer at the
 * terminal; undefined when there is nothing to choose.
 *
 * @param names - of the environments
 * @throws ExplainedError when none is selected
 */
export async function meantEnvironment(
  {
    names,
    defaultEnvironment,
  }: {
    readonly names: readonly string[];
    readonly defaultEnvironment?: string | undefined;
  },
  options: ConfigurationOptions,
  { env, terminal }: Pick<ProjectContext, "env" | "terminal">,
): Promise<MeantEnvironment | undefined> {
  const asked = askedEnvironment(options, env);
  if (asked !== undefined || names.length < 2) return asked;
  if (defaultEnvironment !== undefined) {
    return { name: defaultEnvironment, by: "defaultEnvironment" };
  }
  if (terminal.interactive) {
    const answer = await terminal.question(`Which environment? (${names.join(", ")}) `);
    if (answer !== undefined && answer.trim() !== "") {
      return { name: answer.trim(), by: "The answer", isAnswer: true };
    }
  }
  throw new ExplainedError(`The configuration has several environments: ${listed(names)}.`, {
    help: "Name one with --environment, or set `defaultEnvironment` in the configuration.",
  });
}

export function oneAtATime(names: readonly string[]): ExplainedError {
  return new ExplainedError("This command works with one environment at a time.", {
    help: names.length === 0 ? "Remove --environment." : `Name one of ${listed(names)}.`,
  });
}

/**
 * Returns the configuration for each selected environment. Without a selection, it returns all, because a mistake in
 * any environment is a mistake.
 *
 * @param what - the configuration, in a sentence, where there are several
 * @throws ExplainedError when there is no such environment
 */
export function namedEnvironments(
  { environments }: Pick<LoadedConfigurations, "environments">,
  meant: MeantEnvironment | undefined,
  what?: string,
): readonly [LoadedConfiguration, ...LoadedConfiguration[]] {
  if (meant === undefined || meant.name === everyEnvironment) return environments;
  return [named(meant, environments, what)];
}

export interface MeantEnvironment {
  readonly name: string;
  /** The source of the selection, as the start of a sentence. */
  readonly by: string;
  readonly isAnswer?: true;
}

export function askedEnvironment(
  { environment, environmentBy = "--environment" }: ConfigurationOptions,
  env: Variables,
): MeantEnvironment | undefined {
  if (environment !== undefined) return { name: environment, by: environmentBy };
  const name = env[variable] || undefined;
  return name === undefined ? undefined : { name, by: variable };
}

function named(
  { name, by }: MeantEnvironment,
  environments: readonly LoadedConfiguration[],
  what = "the configuration",
): LoadedConfiguration {
  const found = environments.find(({ environment }) => environment?.name === name);
  if (found !== undefined) return found;
  const names = environmentNames(environments);
  if (names.length === 0) {
    throw new ExplainedError(`${by} names "${name}", but ${what} has no environments.`, {
      help: "Add `environments` to it, or remove the name.",
    });
  }
  throw new ExplainedError(`${by} names "${name}", which is not an environment.`, {
    help: didYouMean(name, names) ?? `The environments are: ${listed(names)}.`,
  });
}

/** The names of environments, each once. */
export function environmentNames(environments: readonly LoadedConfiguration[]): string[] {
  return [...new Set(environments.flatMap(({ environment }) => environment?.name ?? []))];
}
