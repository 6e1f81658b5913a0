import type { Command } from "commander";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import {
  connectionOptions,
  lintFirstOptions,
  type AskingOptions,
  type ConnectionOptions,
  type LintFirstOptions,
} from "../../program/options.ts";

/** Options of `routes policy set`. */
export interface RoutePolicyOptions extends ConnectionOptions, LintFirstOptions, AskingOptions {
  /** A policy file. */
  readonly policy: string;
  readonly disabled?: true;
}

function ofRoute(command: Command): Command {
  return command
    .argument("<edge>", "the identifier of the HTTPS edge")
    .argument("<route>", "the identifier of the route");
}

export default {
  group: "resources",
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
          examples: [
            {
              what: "The policy",
              line: "traffic-policy routes policy get edge_2 route_1",
            },
          ],
        },
        set: {
          description:
            "Sets the policy, whether there was one or not: lints it, asks before it overwrites another one, and keeps that in the history.",
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
                    "do not ask before another policy is overwritten; needed where nobody can be asked",
                  ),
              ),
            ),
          examples: [
            {
              what: "The policy of a file, and nothing around it",
              line: "traffic-policy routes policy set edge_2 route_1 --policy web.json",
            },
            {
              what: "There, but not applied, in a script where nobody can be asked",
              line: "traffic-policy routes policy set edge_2 route_1 --policy web.json --disabled --yes",
            },
          ],
        },
        delete: {
          description: "Deletes the policy, after asking, and keeps it in the history.",
          options: (command) =>
            connectionOptions(
              ofRoute(command).option("--yes", "do not ask; needed where nobody can be asked"),
            ),
          examples: [
            {
              what: "In a script, where nobody can be asked",
              line: "traffic-policy routes policy delete edge_2 route_1 --yes",
            },
          ],
        },
      },
    },
  },
} satisfies ProgramCommandDefinition;
