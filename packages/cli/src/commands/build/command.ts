import type { ProgramCommandDefinition } from "../../program/definition.ts";
import {
  configurationOptions,
  formatOption,
  lintFirstOptions,
  targetOptions,
  type FormatOptions,
  type LintFirstOptions,
  type TargetOptions,
} from "../../program/options.ts";

export interface BuildOptions extends TargetOptions, FormatOptions, LintFirstOptions {
  readonly out: string;
  readonly into?: string;
  readonly check?: true;
}

export default {
  group: "check",
  order: 150,
  summary: "write the JSON that would be deployed",
  description:
    "Lints the policies, and writes the JSON to deploy, one file per target, in a folder for each environment; the policy of a target of the kind policy-file is put into its `out`. With --into, puts one policy where other tools deploy it from: in place of the policy in a manifest or an agent's configuration, or between the lines `# traffic-policy:begin NAME` and `# traffic-policy:end` of any file.",
  options: (command) =>
    lintFirstOptions(
      configurationOptions(
        targetOptions(command),
        "the environment to build for, or '*' for all (or TRAFFIC_POLICY_ENVIRONMENT)",
      )
        .argument("[policy]", "a policy file, for --into")
        .option("--out <folder>", "the folder to write to", "dist/policies")
        .option(
          "--into <place>",
          "put the policy into a file: all.yaml#NgrokTrafficPolicy/web, ngrok.yml#web, or between two marked lines",
        )
        .option("--check", "write nothing: exit with 1 if a file would change")
        .addOption(formatOption()),
    ),
  exitStatus: [
    "the files are written",
    "lint found errors, or more warnings than --max-warnings allows; with --check, a file would change",
    "a policy could not be loaded, or a file not written",
  ],
  examples: {
    "Into dist/policies": "traffic-policy build",
    Elsewhere: "traffic-policy build --out build/policies",
    "In CI, whether what was built is up to date": "traffic-policy build --check",
    "Into a manifest": "traffic-policy build web.policy.ts --into web.yaml#NgrokTrafficPolicy/web",
  },
} satisfies ProgramCommandDefinition;
