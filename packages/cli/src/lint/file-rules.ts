import type { LintOptions, LintRule, RuleSetting } from "@traffic-policy/policy-lint";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";

/** What the command line says about rules. */
export interface RuleOptions {
  readonly preset?: "recommended" | "strict" | undefined;
  readonly settings?: Readonly<Record<string, RuleSetting>>;
}

/** Which rules a file is linted by: the configuration, its overrides, then the command line. */
export type FileRules = (
  file: string,
) => Pick<LintOptions, "preset" | "settings" | "rules"> & { readonly isIgnored: boolean };

/**
 * How files are linted by a configuration and the command line.
 *
 * @param ownRules - the configuration's own rules
 */
export async function fileRules(
  configuration: LoadedConfiguration | undefined,
  ownRules: ReadonlyMap<string, LintRule> | undefined,
  options: RuleOptions,
): Promise<FileRules> {
  const { lint = {}, folder = "" } = configuration ?? {};
  const { overrides = [], ignore = [] } = lint;
  // Most configurations have no globs, and need no matcher.
  const { pathMatcher } =
    overrides.length + ignore.length > 0
      ? await import("./path-matcher.ts")
      : { pathMatcher: () => () => false };
  const isIgnored = pathMatcher(ignore, folder);
  const layers = overrides.map(({ files, rules }) => ({
    matches: pathMatcher(files, folder),
    rules,
  }));
  const preset = options.preset ?? lint.extends;
  return (file) => ({
    isIgnored: isIgnored(file),
    preset,
    rules: ownRules,
    settings: Object.assign(
      {},
      lint.rules,
      ...layers.filter(({ matches }) => matches(file)).map((layer) => layer.rules),
      options.settings,
    ) as Record<string, RuleSetting>,
  });
}
