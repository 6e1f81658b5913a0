import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { formatOption } from "../../program/options.ts";

export default {
  group: "check",
  order: 30,
  summary: "list the lint rules",
  description:
    "Lists the lint rules, including the configuration's custom rules, with their severities.",
  options: (command) => command.addOption(formatOption()),
  examples: [
    { what: "All lint rules", line: "traffic-policy rules" },
    { what: "The same for a program", line: "traffic-policy rules --format json" },
  ],
} satisfies ProgramCommandDefinition;
