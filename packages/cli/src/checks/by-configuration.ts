import type { Configurations } from "../configuration/configurations.ts";
import type { LoadedConfiguration } from "../configuration/loaded-configuration.ts";
import { CommandError } from "../context.ts";

/**
 * Does some work for the files of each configuration. One that is not that of the working directory and cannot be
 * used does not keep the others from it.
 *
 * @param groups - files by the files of their configurations
 * @param work - gets the configuration in each environment that is asked for
 */
export async function byConfiguration<Result>(
  groups: ReadonlyMap<string | undefined, readonly string[]>,
  configurations: Configurations,
  {
    work,
    failed,
  }: {
    readonly work: (
      environments: readonly LoadedConfiguration[],
      files: readonly string[],
      configuration: string | undefined,
    ) => Promise<Result>;
    readonly failed: (configuration: string, error: CommandError) => Result;
  },
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [configuration, files] of groups) {
    try {
      const environments = await configurations.environmentsOf(configuration);
      results.push(await work(environments, files, configuration));
    } catch (error) {
      if (!(error instanceof CommandError) || configuration === configurations.own) throw error;
      results.push(failed(configuration ?? "", error));
    }
  }
  return results;
}
