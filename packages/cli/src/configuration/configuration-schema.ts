import {
  schemaWith,
  type Configuration as AnyConfiguration,
  type ConfigurationParts,
} from "@traffic-policy/project";
import {
  lintProblems,
  lintSchema,
  type LintConfiguration,
} from "@traffic-policy/policy-lint/configuration";

export interface WithLint {
  readonly lint?: LintConfiguration;
}

/** A configuration; see `docs/configuration.md`. */
export interface Configuration extends AnyConfiguration, WithLint {}

/** The parts that are known beside what every configuration has. */
export const configurationParts: ConfigurationParts = {
  lint: { schema: lintSchema, problems: lintProblems },
};

export const configurationSchema = schemaWith(configurationParts);
