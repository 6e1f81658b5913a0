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

export interface EdgeOptions extends ConnectionOptions, LintFirstOptions, AskingOptions {
  readonly description?: string;
  readonly metadata?: string;
  readonly hostport?: readonly string[];
  readonly backend?: string;
  readonly ipPolicy?: readonly string[];
  readonly policy?: string;
  readonly enabled?: true;
  readonly disabled?: true;
}

function edgeOptions(command: Command, unsaid: string): Command {
  return connectionOptions(
    command
      .option("--description <text>", "what the edge is for; at most 255 bytes")
      .option("--metadata <text>", "your own data; at most 4096 bytes")
      .option("--hostport <host:port>", "what the edge serves; can be repeated", repeated)
      .option("--backend <id>", "the backend behind the edge")
      .option("--ip-policy <id>", "an IP policy that restricts clients; can be repeated", repeated)
      .option("--policy <file>", "the traffic policy: a .ts, .js, .json or .yaml file")
      .addOption(
        new Option("--enabled", `apply the policy to traffic, ${unsaid}`).conflicts("disabled"),
      )
      .addOption(new Option("--disabled", "do not apply the policy to traffic")),
  );
}

export default {
  group: "service",
  line: { with: ["endpoints", "routes"], summary: "work with the resources of the service" },
  order: 160,
  summary: "list, show, create, update and delete TCP edges",
  description: "The TCP edges of the account.",
  commands: {
    list: {
      description: "Lists all TCP edges.",
      options: (command) => connectionOptions(command),
      examples: {
        "A table": "traffic-policy edges list",
        "The service's objects": "traffic-policy edges list --format json",
      },
    },
    get: {
      description: "Shows one TCP edge.",
      options: (command) => connectionOptions(command.argument("<id>", "its identifier")),
      examples: { "One edge": "traffic-policy edges get edge_1" },
    },
    create: {
      description: "Creates a TCP edge.",
      options: (command) => lintFirstOptions(edgeOptions(command, "the default")),
      examples: {
        "An edge with a policy":
          "traffic-policy edges create --description ssh --policy policies/ssh.policy.ts",
      },
    },
    update: {
      description:
        "Changes the given fields of a TCP edge and nothing else. Each field is replaced as a whole. Asks before it changes a policy, and saves the old one in the history.",
      options: (command) =>
        lintFirstOptions(
          edgeOptions(command.argument("<id>", "its identifier"), "unchanged by default").option(
            "--yes",
            "do not ask before changing a policy; required without a terminal",
          ),
        ),
      examples: {
        "Another description":
          "traffic-policy edges update edge_1 --description 'SSH of the office'",
        "Keep its policy but do not apply it, in a script without a terminal":
          "traffic-policy edges update edge_1 --disabled --yes",
      },
    },
    delete: {
      description: "Deletes a TCP edge after confirmation, and saves its policy in the history.",
      options: (command) =>
        connectionOptions(
          command
            .argument("<id>", "its identifier")
            .option("--yes", "do not ask; required without a terminal"),
        ),
      examples: { "In a script without a terminal": "traffic-policy edges delete edge_1 --yes" },
    },
  },
} satisfies ProgramCommandDefinition;
