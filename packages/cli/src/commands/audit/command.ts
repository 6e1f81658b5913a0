import type { ChangedOptions } from "@traffic-policy/project/changed";
import type { ConfigurationOptions } from "@traffic-policy/project";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { changedOption, repeated, sinceOption, stagedOption } from "../../program/options.ts";
import { provingOptions, type ProveOptions } from "../prove/command.ts";

export interface AuditOptions
  extends
    ChangedOptions,
    ConfigurationOptions,
    Pick<ProveOptions, "format" | "timeout" | "codeTimeout" | "watch" | "watched"> {
  readonly site?: true;
  readonly forbid?: readonly string[];
  readonly whole?: true;
  readonly cache?: true;
}

const ofSite =
  "With --site, the paths are manifests, configurations of agents, plans and states of Terraform as JSON, and configurations with targets: files, folders, or globs in quotes; by default, the folder of the configuration. It prints the endpoints, which servers requests reach and behind which checks, what is wrong between them, and what was left out. --forbid names an endpoint, the checks of which one is enough, and a condition: `https://billing.internal without jwt-validation or oauth when req.method != 'GET'`.";

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
        .option("--site", "audit how the endpoints of files and folders work together")
        .option(
          "--forbid <what>",
          "with --site, what no request may do, like 'https://billing.internal without jwt-validation'; can be repeated",
          repeated,
        )
        .option(
          "--whole",
          "with --site, the account has no other internal endpoints: forwards to others fail",
        )
        .option("--cache", "with --site, keep the answers, and ask again only about what changed"),
      "audit",
    )
      .optionsGroup("Changed files:")
      .addOption(changedOption("audit only the policies"))
      .addOption(sinceOption("; with --site, what became possible since then"))
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
    "That nothing gets to a server without a token":
      "traffic-policy audit --site --forbid 'https://billing.internal without jwt-validation'",
    "What a branch opens, as a comment on its pull request":
      "traffic-policy audit --site cluster --since origin/main --format markdown",
    "How the endpoints of a folder work together": "traffic-policy audit --site cluster",
  },
} satisfies ProgramCommandDefinition;
