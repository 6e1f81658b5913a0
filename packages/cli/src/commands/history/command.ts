import type { ProgramCommandDefinition } from "../../program/definition.ts";
import {
  configurationOptions,
  formatOption,
  type ConfigurationOptions,
  type FormatOptions,
} from "../../program/options.ts";

export interface HistoryOptions extends ConfigurationOptions, FormatOptions {}

export default {
  group: "service",
  order: 110,
  summary: "list the policies that were overwritten",
  description: "Lists the policies saved before they were overwritten, latest first.",
  options: (command) =>
    configurationOptions(
      command
        .argument("[target...]", "only targets with these names, or matching these globs")
        .addOption(formatOption()),
    ),
  examples: {
    "For all targets": "traffic-policy history",
    "For one target, as JSON": "traffic-policy history ssh --format json",
  },
} satisfies ProgramCommandDefinition;
