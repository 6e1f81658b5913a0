import type { ConfigurationOptions } from "@traffic-policy/project";
import type { Protocol } from "@traffic-policy/policy-language";
import { comparingOptions, type ComparingOptions } from "../../behaviour/options.ts";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import {
  configurationOptions,
  formatOption,
  protocolOption,
  type FormatOptions,
} from "../../program/options.ts";

export interface MigrateOptions extends FormatOptions, ConfigurationOptions, ComparingOptions {
  readonly protocol?: Protocol;
  /** The URL of an internal endpoint. */
  readonly forwardTo?: string;
  /** A file, or a folder. */
  readonly out?: string;
  readonly write?: true;
  readonly force?: true;
}

export default {
  group: "check",
  order: 52,
  summary: "write policies of edges in phases",
  description:
    "Writes policies with inbound and outbound rules in phases (on_tcp_connect, on_http_request, on_http_response), and compares what they do before and after. Without arguments, migrates the policies of all targets. Without --out and --write, prints the result.",
  options: (command) =>
    configurationOptions(
      comparingOptions(
        command
          .argument("[policy...]", "policy files, or names of targets of the configuration")
          .addOption(protocolOption())
          .option(
            "--forward-to <url>",
            "end with a rule that forwards to this internal endpoint, as a cloud endpoint needs it",
          )
          .option(
            "--out <file>",
            "write the policy to this file, or policies to this folder; - is stdout",
          )
          .option(
            "--write",
            "write each policy to its own file; comments stay, and code stays code",
          )
          .option("--force", "overwrite existing files of --out")
          .addOption(formatOption()),
      ),
    ),
  exitStatus: [
    "every policy was migrated, and does the same as before, as far as is known",
    "something is left to look at, or a policy does not do the same, or perhaps not",
    "a policy cannot be migrated",
  ],
  examples: {
    "Print a policy in phases": "traffic-policy migrate web.json --protocol http",
    "Write it for a cloud endpoint":
      "traffic-policy migrate web.json --forward-to https://site.internal --out phases/web.json",
  },
} satisfies ProgramCommandDefinition;
