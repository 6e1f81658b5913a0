import type { ConfigurationOptions } from "@traffic-policy/project";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import {
  configurationOptions,
  formatOption,
  wholeNumber,
  type FormatOptions,
} from "../../program/options.ts";

export interface PlaygroundOptions extends FormatOptions, ConfigurationOptions {
  readonly port: number;
}

export default {
  group: "try",
  order: 85,
  summary: "open a policy in a browser",
  description:
    "Serves the playground on the loopback address until it is interrupted: a page that shows what is wrong with a policy, what it does to a request and to all of them, and how two versions differ. With a policy, the page shows that one with its cases and assertions. It needs no network, and nothing leaves the browser. The package @traffic-policy/playground has to be installed.",
  options: (command) =>
    configurationOptions(
      command
        .argument("[policy]", "a policy file of the project, or the name of a target")
        .option("--port <number>", "the port; 0 for any free port", wholeNumber, 0)
        .addOption(formatOption()),
    ),
  examples: {
    "With examples": "traffic-policy playground",
    "With a policy, its cases and its assertions": "traffic-policy playground web.policy.json",
  },
} satisfies ProgramCommandDefinition;
