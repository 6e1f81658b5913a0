import { Option } from "commander";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { connectionOptions, type ConnectionOptions } from "../../program/options.ts";

export interface EndpointListOptions extends ConnectionOptions {
  readonly type?: string;
  readonly proto?: string;
}

export default {
  group: "service",
  order: 170,
  summary: "list and show active endpoints",
  description: "The active endpoints of the account (read-only).",
  commands: {
    list: {
      description: "Lists all active endpoints.",
      options: (command) =>
        connectionOptions(
          command
            .addOption(
              new Option(
                "--type <type>",
                "only those served by a tunnel, by an edge or by the service",
              ).choices(["ephemeral", "edge", "cloud"]),
            )
            .addOption(
              new Option("--proto <protocol>", "only those with this protocol").choices([
                "http",
                "https",
                "tcp",
                "tls",
              ]),
            ),
        ),
      examples: {
        All: "traffic-policy endpoints list",
        "Those that an edge serves over TCP":
          "traffic-policy endpoints list --type edge --proto tcp",
      },
    },
    get: {
      description: "Shows one endpoint.",
      options: (command) => connectionOptions(command.argument("<id>", "its identifier")),
      examples: { "One endpoint": "traffic-policy endpoints get ep_1" },
    },
  },
} satisfies ProgramCommandDefinition;
