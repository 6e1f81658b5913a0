import type { LintOptions, RuleSetting } from "@traffic-policy/policy-lint";
import { customRules } from "../configuration/custom-rules.ts";
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

/** How files are linted by a configuration and the command line. */
export async function fileRules(
  configuration: LoadedConfiguration | undefined,
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
  const rules = customRules(configuration);
  return (file) => ({
    isIgnored: isIgnored(file),
    preset,
    rules,
    settings: Object.assign(
      {},
      lint.rules,
      ...layers.filter(({ matches }) => matches(file)).map((layer) => layer.rules),
      options.settings,
    ) as Record<string, RuleSetting>,
  });
}
