import { Option } from "commander";
import type { ProgramCommandDefinition } from "../../program/definition.ts";

export interface LspOptions {
  readonly stdio?: true;
  readonly trust?: true;
  readonly checker?: true;
}

export default {
  group: "self",
  order: 215,
  summary: "serve an editor",
  description:
    "Serves an editor over standard input and output by the Language Server Protocol: it checks, completes, explains and formats policies while they are written. Editors start it.",
  options: (command) =>
    command
      .option(
        "--trust",
        "run code of the workspace (modules, configurations in code), when the editor does not say whether it is trusted",
      )
      .addOption(new Option("--stdio").hideHelp())
      .addOption(new Option("--checker").hideHelp()),
  exitStatus: [
    "the editor has ended it",
    "never",
    "the editor has disconnected without ending it, a signal has ended it, or standard input is no stream of messages",
  ],
  examples: {
    "What an editor starts": "traffic-policy lsp",
    "The same, for a workspace that you trust": "traffic-policy lsp --trust",
  },
} satisfies ProgramCommandDefinition;
