import type { ConfigurationOptions } from "@traffic-policy/project";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import {
  configurationOptions,
  connectionOptions,
  formatOption,
  type ConnectionOptions,
  type FormatOptions,
} from "../../program/options.ts";

export interface HistoryOptions extends ConfigurationOptions, FormatOptions {}

export interface HistoryShowOptions extends ConnectionOptions {
  readonly target?: string;
  readonly diff: boolean;
}

export default {
  group: "service",
  line: { with: ["rollback"], summary: "list, show and restore overwritten policies" },
  order: 110,
  summary: "list the policies that were overwritten, and show one",
  description:
    "The policies that were saved before they were overwritten. Without a command, and with names of targets, it lists them.",
  notes: [
    {
      heading: "Targets called list or show",
      text: "`traffic-policy history list show` lists the entries of a target with the name of a command.",
    },
  ],
  commands: {
    list: {
      isDefault: true,
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
    },
    show: {
      description:
        "Shows an entry of the history: who overwrote it, when and from which commit; how it differs from what replaced it (the next entry of the target, or what the service holds now); and the policy itself.",
      options: (command) =>
        connectionOptions(
          command
            .argument(
              "<entry>",
              "an entry or its time, as `history` lists it, its file, or a target for its latest one",
            )
            .option("--target <name>", "of several entries of that time, the one of this target")
            .option("--no-diff", "do not compare it, and do not ask the service"),
        ),
      exitStatus: [
        "the entry is shown; why it is not compared, if it is not, is shown, too",
        "never",
        "there is no such entry, or it is damaged",
      ],
      examples: {
        "The latest entry of a target": "traffic-policy history show ssh",
        "Only what it held, for a program":
          "traffic-policy history show ssh --no-diff --format json",
      },
    },
  },
} satisfies ProgramCommandDefinition;
