import { isCode, type Environment, type LoadedConfiguration } from "@traffic-policy/project";
import type { Configurations } from "@traffic-policy/project/selection";
import { projectOf } from "../configuration/project.ts";
import { CommandError, type Context } from "../context.ts";
import { OwnRules } from "../lint/own-rules.ts";

export interface EditorScope {
  readonly environments: readonly LoadedConfiguration[];
  readonly ownRules: OwnRules;
}

/** Caches the configurations of files; each is reloaded only when one of its files changes. */
export class Scopes {
  readonly #known = new Map<string, { readonly state: string; readonly scope: EditorScope }>();

  async of(file: string, context: Context): Promise<EditorScope> {
    const { configurations, configuration } = configurationOf(file, context);
    const known = this.#known.get(configuration ?? "");
    if (known !== undefined && known.state === stateOf(known.scope.environments, context)) {
      return known.scope;
    }
    const environments = await configurations.environmentsOf(configuration);
    const [first] = environments;
    const ownRules = new OwnRules(first, context);
    const scope = { environments, ownRules };
    this.#known.set(configuration ?? "", { state: stateOf(environments, context), scope });
    return scope;
  }

  /** The environments from the last successful load, because the configuration may be half written. */
  async lastEnvironmentsOf(
    file: string,
    context: Context,
  ): Promise<readonly LoadedConfiguration[]> {
    try {
      return (await this.of(file, context)).environments;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const { configuration = "" } = configurationOf(file, context);
      return this.#known.get(configuration)?.scope.environments ?? [];
    }
  }
}

function configurationOf(
  file: string,
  context: Context,
): { readonly configurations: Configurations; readonly configuration: string | undefined } {
  const { configurations } = projectOf({}, context);
  const found = configurations.ofFile(file);
  const isIgnored = found !== undefined && isCode(found) && !context.files.runsCode;
  return { configurations, configuration: isIgnored ? undefined : found };
}

export function environmentsIn({ environments }: EditorScope): readonly Environment[] {
  return environments.flatMap(({ environment }) => environment ?? []);
}

function stateOf(
  environments: readonly LoadedConfiguration[],
  { files }: Pick<Context, "files">,
): string {
  const sources = environments.flatMap((one) => one.sources);
  return JSON.stringify(
    sources.map((file) => {
      // What a module imports is not known here: a configuration that is code is loaded by a fresh process.
      const stat = files.given(file) ?? files.statIfAny(file)?.mtimeMs;
      return isCode(file) ? [file, stat] : [file, files.textIfReadable(file)];
    }),
  );
}
