import type { ChangedOptions } from "@traffic-policy/project/changed";
import type { ConfigurationOptions } from "@traffic-policy/project";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { changedOption, sinceOption, stagedOption } from "../../program/options.ts";
import { provingOptions, type ProveOptions } from "../prove/command.ts";

export interface AuditOptions
  extends
    ChangedOptions,
    ConfigurationOptions,
    Pick<ProveOptions, "format" | "timeout" | "codeTimeout" | "watch" | "watched"> {
  readonly site?: true;
}

const ofSite =
  "With --site, the paths are manifests, configurations of agents, plans and states of Terraform as JSON, and configurations with targets: files, folders, or globs in quotes; by default, the folder of the configuration. It prints the endpoints, what is wrong between them, and what was left out.";

export default {
  group: "try",
  order: 76,
  summary: "find ways around checks, and defects of a site",
  description:
    "Asks about policies what nobody has asserted: what gets around a check, fails, is never let in, is written in another way, or is swallowed by an exception. Each answer is a request. The same as `traffic-policy prove --ask`. Without arguments, audits the policies of all targets.",
  options: (command) =>
    provingOptions(
      command
        .argument("[path...]", "policies, names of targets, folders, or globs in quotes")
        .option("--site", "audit how the endpoints of files and folders work together"),
      "audit",
    )
      .optionsGroup("Changed files:")
      .addOption(changedOption("audit only the policies"))
      .addOption(sinceOption())
      .addOption(stagedOption()),
  notes: [{ heading: "A site", text: ofSite }],
  exitStatus: [
    "no question found a request that shows something; a site has no error and no warning",
    "a question found a request that shows something; a site has an error or a warning",
    "otherwise, something is unknown, or a policy could not be audited, or there is none; a file of a site cannot be read, or the policy of an endpoint is not known",
  ],
  examples: {
    "The policies of all targets": "traffic-policy audit",
    "One policy": "traffic-policy audit policies/ssh.policy.ts",
    "Those that a branch affects, in CI": "traffic-policy audit --since origin/main",
    "How the endpoints of a folder work together": "traffic-policy audit --site cluster",
  },
} satisfies ProgramCommandDefinition;
