import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { formatOption } from "../../program/options.ts";

export default {
  group: "service",
  order: 110,
  summary: "list what targets held before they were overwritten",
  description: "Lists the policies that were kept before they were overwritten, the latest first.",
  options: (command) =>
    command
      .argument("[target...]", "only targets of these names, or globs of them")
      .addOption(formatOption()),
  examples: [
    { what: "Of all targets", line: "traffic-policy history" },
    { what: "Of one target, for a program", line: "traffic-policy history ssh --format json" },
  ],
} satisfies ProgramCommandDefinition;
