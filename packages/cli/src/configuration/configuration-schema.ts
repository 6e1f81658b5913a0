import {
  type Configuration as AnyConfiguration,
  type ConfigurationParts,
} from "@traffic-policy/project";
import { schemaWith } from "@traffic-policy/project/internal";
import {
  lintProblems,
  lintSchema,
  type LintConfiguration,
} from "@traffic-policy/policy-lint/configuration";

/** A configuration; see `docs/configuration.md`. */
export interface Configuration extends AnyConfiguration {
  readonly lint?: LintConfiguration;
}

export const configurationParts: ConfigurationParts = {
  lint: {
    schema: lintSchema,
    problems: lintProblems,
    inputs: ({ baseline }: LintConfiguration) => (baseline === undefined ? [] : [baseline]),
  },
};

export const configurationSchema = schemaWith(configurationParts);
