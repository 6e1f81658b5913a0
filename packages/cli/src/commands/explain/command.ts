import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { configOption, formatOption } from "../../program/options.ts";

export default {
  group: "check",
  order: 40,
  summary: "explain a lint rule",
  description: "Prints the page of a lint rule.",
  options: (command) =>
    command
      .argument("<rule>", "the name of a lint rule, such as expression/syntax")
      .addOption(configOption())
      .addOption(formatOption()),
  examples: {
    "The rule about syntax errors in expressions": "traffic-policy explain expression/syntax",
  },
} satisfies ProgramCommandDefinition;
