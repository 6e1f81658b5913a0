import { Argument } from "commander";
import type { ProgramCommandDefinition } from "../../program/definition.ts";

const shells = ["bash", "zsh", "fish", "powershell"] as const;

export type Shell = (typeof shells)[number];

export default {
  group: "self",
  line: { with: ["lsp", "mcp"], summary: "set up a shell, serve an editor or agent" },
  order: 210,
  summary: "print a script for shell completion",
  description:
    "Prints a script that makes a shell complete commands, options and their values, files, names and tags of targets, and names of lint rules.",
  options: (command) => command.addArgument(new Argument("<shell>", "the shell").choices(shells)),
  notes: [
    {
      heading: "Where shells look for it",
      text: [
        "bash  ~/.local/share/bash-completion/completions/traffic-policy",
        "zsh   _traffic-policy in a folder of $fpath",
        "fish  ~/.config/fish/completions/traffic-policy.fish",
      ].join("\n"),
    },
    {
      heading: "For PowerShell",
      text: [
        "A line in $PROFILE:",
        "traffic-policy completion powershell | Out-String | Invoke-Expression",
      ].join("\n"),
    },
  ],
  examples: {
    "For this bash session only": 'eval "$(traffic-policy completion bash)"',
    "For all future fish sessions":
      "traffic-policy completion fish > ~/.config/fish/completions/traffic-policy.fish",
  },
} satisfies ProgramCommandDefinition;
