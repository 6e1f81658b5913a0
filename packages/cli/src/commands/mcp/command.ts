import { Option } from "commander";
import type { ProgramCommandDefinition } from "../../program/definition.ts";

/** The permissions of the server beyond reading. */
export interface Allowed {
  readonly allowWrite?: true;
  readonly allowDeploy?: true;
  readonly allowCode?: true;
}

export interface McpOptions extends Allowed {
  readonly call?: true;
}

export default {
  group: "self",
  order: 216,
  summary: "serve a coding agent",
  description:
    "Serves a coding agent over standard input and output by the Model Context Protocol: its tools lint, explain, simulate, audit, prove, compare and convert policies. They read files below the roots that the client names (this folder without any), and do not write, send, or run code unless an option allows it. Clients start it.",
  options: (command) =>
    command
      .option("--allow-write", "let lint fix files, and convert write one, below the roots")
      .option("--allow-deploy", "add the tools plan and deploy, which use the service")
      .option("--allow-code", "run code of the project: policies and configurations in TypeScript")
      .addOption(new Option("--call").hideHelp()),
  exitStatus: [
    "the client has ended it",
    "never",
    "the client sent a message that is too long, or a signal has ended it",
  ],
  examples: {
    "What a client starts": "traffic-policy mcp",
    "The same, for a project that you trust": "traffic-policy mcp --allow-code",
  },
} satisfies ProgramCommandDefinition;
