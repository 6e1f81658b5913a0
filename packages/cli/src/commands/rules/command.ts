import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { configOption, formatOption } from "../../program/options.ts";

export default {
  group: "check",
  order: 30,
  summary: "list the lint rules",
  description: "Lists the lint rules and their severities, including custom rules.",
  options: (command) => command.addOption(configOption()).addOption(formatOption()),
  examples: {
    "All lint rules": "traffic-policy rules",
    "The same for a program": "traffic-policy rules --format json",
  },
} satisfies ProgramCommandDefinition;
