import type { LintOptions } from "../lint-policy.ts";
import type { LintRule } from "../rule.ts";
import type { Preset, RuleSetting } from "../settings.ts";
import type { LintConfiguration } from "./lint-schema.ts";

/** Rule settings that override those of the configuration. */
export interface RuleOptions {
  readonly preset?: Preset | undefined;
  readonly settings?: Readonly<Record<string, RuleSetting>>;
}

/** Which rules a file is linted by: the configuration, its overrides, then what is said besides. */
export type FileRules = (
  file: string,
) => Pick<LintOptions, "preset" | "settings" | "rules"> & { readonly isIgnored: boolean };

/**
 * How files are linted by a configuration. Files are named relative to the configuration, with slashes.
 *
 * @param ownRules - the configuration's own rules
 */
export async function fileRules(
  lint: LintConfiguration,
  ownRules: ReadonlyMap<string, LintRule> | undefined,
  options: RuleOptions,
): Promise<FileRules> {
  const { overrides = [], ignore = [] } = lint;
  // Most configurations have no globs, and need no matcher.
  const { pathMatcher } =
    overrides.length + ignore.length > 0
      ? await import("./path-matcher.ts")
      : { pathMatcher: () => () => false };
  const isIgnored = pathMatcher(ignore);
  const layers = overrides.map(({ files, rules }) => ({
    matches: pathMatcher(files),
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
