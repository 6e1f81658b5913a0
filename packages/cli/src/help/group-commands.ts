import type { Command } from "commander";

/** The headings under which the help lists the commands. */
const groups: Readonly<Record<string, readonly string[]>> = {
  "Begin:": ["init"],
  "Write and check policies:": ["lint", "rules", "explain", "convert", "build"],
  "Try policies:": ["simulate", "test", "serve"],
  "Bring policies to the service, and back:": [
    "plan",
    "deploy",
    "history",
    "rollback",
    "diff",
    "pull",
  ],
  "Work with the service's resources:": ["edges", "endpoints", "routes"],
  "Try without a service:": ["emulator"],
  "This command:": ["doctor", "completion", "help"],
};

/** Puts the commands of the program under headings, each group where its first command stands. */
export function groupCommands(program: Command): void {
  const helper = program.createHelp();
  for (const command of helper.visibleCommands(program)) {
    const [heading] =
      Object.entries(groups).find(([, names]) => names.includes(command.name())) ?? [];
    if (heading !== undefined) command.helpGroup(heading);
  }
}
