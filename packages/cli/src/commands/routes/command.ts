import type { Command } from "commander";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import {
  connectionOptions,
  lintFirstOptions,
  type AskingOptions,
  type ConnectionOptions,
  type LintFirstOptions,
} from "../../program/options.ts";

export interface RoutePolicyOptions extends ConnectionOptions, LintFirstOptions, AskingOptions {
  readonly policy: string;
  readonly disabled?: true;
}

function ofRoute(command: Command): Command {
  return command
    .argument("<edge>", "the identifier of the HTTPS edge")
    .argument("<route>", "the identifier of the route");
}

export default {
  group: "service",
  order: 180,
  summary: "show, set and delete the traffic policy of an HTTPS route",
  description: "The routes of HTTPS edges.",
  commands: {
    policy: {
      description: "The traffic policy of a route.",
      commands: {
        get: {
          description: "Shows the policy.",
          options: (command) => connectionOptions(ofRoute(command)),
          examples: { "The policy": "traffic-policy routes policy get edge_2 route_1" },
        },
        set: {
          description:
            "Creates or replaces the policy: lints it, asks before it overwrites another one, and saves that one in the history.",
          options: (command) =>
            lintFirstOptions(
              connectionOptions(
                ofRoute(command)
                  .requiredOption(
                    "--policy <file>",
                    "the traffic policy: a .ts, .js, .json or .yaml file",
                  )
                  .option("--disabled", "do not apply the policy to traffic")
                  .option(
                    "--yes",
                    "do not ask before overwriting another policy; required without a terminal",
                  ),
              ),
            ),
          examples: {
            "The policy in a file":
              "traffic-policy routes policy set edge_2 route_1 --policy web.json",
            "Set but not applied, in a script without a terminal":
              "traffic-policy routes policy set edge_2 route_1 --policy web.json --disabled --yes",
          },
        },
        delete: {
          description: "Deletes the policy after confirmation, and saves it in the history.",
          options: (command) =>
            connectionOptions(
              ofRoute(command).option("--yes", "do not ask; required without a terminal"),
            ),
          examples: {
            "In a script without a terminal":
              "traffic-policy routes policy delete edge_2 route_1 --yes",
          },
        },
      },
    },
  },
} satisfies ProgramCommandDefinition;
