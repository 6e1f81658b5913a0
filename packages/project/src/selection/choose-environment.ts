import { listed, didYouMean } from "@traffic-policy/policy-language";
import { ExplainedError } from "../files/files.ts";
import type { Variables } from "../git/git.ts";
import type { ConfigurationOptions, ProjectContext } from "../context.ts";
import type {
  LoadedConfiguration,
  LoadedConfigurations,
} from "../configuration/load-configuration.ts";

/** What `--environment` names all environments by. */
export const everyEnvironment = "*";

/** The variable that says which environment is meant, where no option does. */
const variable = "TRAFFIC_POLICY_ENVIRONMENT";

/**
 * Which environment is meant: the one that the option or the variable names, the configuration's default,
 * or what whoever is at the terminal answers; nothing where there is nothing to choose.
 *
 * @param names - of the environments
 * @throws ExplainedError when nobody says
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

/** @param names - of the environments */
export function oneAtATime(names: readonly string[]): ExplainedError {
  return new ExplainedError("This command works with one environment at a time.", {
    help: names.length === 0 ? "Remove --environment." : `Name one of ${listed(names)}.`,
  });
}

/**
 * The configuration for each environment that is meant; all of them where nobody names one, because what is
 * wrong in one of them is wrong.
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

/** An environment that somebody names. */
export interface MeantEnvironment {
  readonly name: string;
  /** Who names it, as the beginning of a sentence. */
  readonly by: string;
  /** Whether somebody was asked. */
  readonly isAnswer?: true;
}

/** What the option or the variable names. */
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
