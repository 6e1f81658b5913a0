/** The lint part of a configuration: its schema, the settings of each file, and ignored findings. */
export { Baseline, InvalidBaseline, type BaselineFiles } from "./baseline.ts";
export { ConfiguredIgnores, type IgnoringConfiguration } from "./configured-ignores.ts";
export { fileRules, type FileRules, type RuleOptions } from "./file-rules.ts";
export { lintProblems, settingsProblems } from "./lint-problems.ts";
export { lintSchema, type LintConfiguration } from "./lint-schema.ts";
