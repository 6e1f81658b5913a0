import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { formatOption } from "../../program/options.ts";

export default {
  group: "check",
  order: 30,
  summary: "list the lint rules",
  description:
    "Lists the lint rules, including the configuration's custom rules, with their severities.",
  options: (command) => command.addOption(formatOption()),
  examples: {
    "All lint rules": "traffic-policy rules",
    "The same for a program": "traffic-policy rules --format json",
  },
} satisfies ProgramCommandDefinition;
