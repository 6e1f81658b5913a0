import type { ProgramCommandDefinition } from "../../program/definition.ts";

export default {
  order: 220,
  hidden: true,
  description: "",
  needsAll: true,
  options: (command) => command.option("--quoted").option("--word <text>").argument("[text...]"),
} satisfies ProgramCommandDefinition;
