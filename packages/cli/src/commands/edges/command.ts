import { Option, type Command } from "commander";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import {
  connectionOptions,
  lintFirstOptions,
  repeated,
  type AskingOptions,
  type ConnectionOptions,
  type LintFirstOptions,
} from "../../program/options.ts";

/** Options of `edges create` and `edges update`. */
export interface EdgeOptions extends ConnectionOptions, LintFirstOptions, AskingOptions {
  readonly description?: string;
  readonly metadata?: string;
  readonly hostport?: readonly string[];
  readonly backend?: string;
  readonly ipPolicy?: readonly string[];
  /** A policy file. */
  readonly policy?: string;
  /** Whether the policy is applied to traffic. */
  readonly enabled?: true;
  readonly disabled?: true;
}

/** @param unsaid - what becomes of a policy when it is not said whether it is applied */
function edgeOptions(command: Command, unsaid: string): Command {
  return connectionOptions(
    command
      .option("--description <text>", "what the edge is for; 255 bytes at most")
      .option("--metadata <text>", "data of your own; 4096 bytes at most")
      .option("--hostport <host:port>", "what the edge serves; can be repeated", repeated)
      .option("--backend <id>", "the backend behind the edge")
      .option(
        "--ip-policy <id>",
        "an IP policy that sources are checked by; can be repeated",
        repeated,
      )
      .option("--policy <file>", "the traffic policy: a .ts, .js, .json or .yaml file")
      .addOption(
        new Option("--enabled", `apply the policy to traffic, ${unsaid}`).conflicts("disabled"),
      )
      .addOption(new Option("--disabled", "do not apply the policy to traffic")),
  );
}

export default {
  group: "resources",
  order: 160,
  summary: "list, show, create, update and delete TCP edges",
  description: "The TCP edges of the account.",
  commands: {
    list: {
      description: "Lists all TCP edges.",
      options: (command) => connectionOptions(command),
      examples: [
        { what: "A table", line: "traffic-policy edges list" },
        { what: "The service's objects", line: "traffic-policy edges list --format json" },
      ],
    },
    get: {
      description: "Shows one TCP edge.",
      options: (command) => connectionOptions(command.argument("<id>", "its identifier")),
      examples: [{ what: "One edge", line: "traffic-policy edges get edge_1" }],
    },
    create: {
      description: "Creates a TCP edge.",
      options: (command) => lintFirstOptions(edgeOptions(command, "as it is when nothing is said")),
      examples: [
        {
          what: "An edge with a policy",
          line: "traffic-policy edges create --description ssh --policy policies/ssh.policy.ts",
        },
      ],
    },
    update: {
      description:
        "Changes what is said of a TCP edge, and nothing else. What is changed is replaced as a whole. It asks before it changes a policy, and keeps in the history what that was.",
      options: (command) =>
        lintFirstOptions(
          edgeOptions(
            command.argument("<id>", "its identifier"),
            "which stays as it is when nothing is said",
          ).option(
            "--yes",
            "do not ask before a policy is changed; needed where nobody can be asked",
          ),
        ),
      examples: [
        {
          what: "Another description",
          line: "traffic-policy edges update edge_1 --description 'SSH of the office'",
        },
        {
          what: "Its policy stays, and is not applied; in a script where nobody can be asked",
          line: "traffic-policy edges update edge_1 --disabled --yes",
        },
      ],
    },
    delete: {
      description: "Deletes a TCP edge, after asking, and keeps its policy in the history.",
      options: (command) =>
        connectionOptions(
          command
            .argument("<id>", "its identifier")
            .option("--yes", "do not ask; needed where nobody can be asked"),
        ),
      examples: [
        {
          what: "In a script, where nobody can be asked",
          line: "traffic-policy edges delete edge_1 --yes",
        },
      ],
    },
  },
} satisfies ProgramCommandDefinition;
