import { Option, type Command } from "commander";
import { formatOption, type Done } from "../command-options.ts";
import { withExamples, withNote } from "../help/sections.ts";
import { continuousIntegrations, hookKinds, type InitOptions } from "../options.ts";
import type { Terminal } from "../terminal.ts";

/** Adds `init`. */
export function addInitCommand(program: Command, terminal: Terminal, done: Done): void {
  const command = program
    .command("init")
    .summary("make a folder a project with policies")
    .description(
      "Writes a configuration, a policy, and what lints it before each commit and in CI; adds to package.json, .gitignore and the configuration of hooks what they lack. What is there stays as it is, and running it again changes nothing.",
    )
    .argument("[folder]", "where; this folder when none is named")
    .addOption(
      new Option("--hook <kind>", "what lints before each commit")
        .choices(hookKinds)
        .default("auto", "what the repository has"),
    )
    .addOption(
      new Option("--ci <kind>", "what lints each pull request")
        .choices(continuousIntegrations)
        .default("auto", "github, unless the repository has another one"),
    )
    .option("--dry-run", "write nothing: tell what would be written")
    .addOption(formatOption())
    .action(async (folder: string | undefined, options: InitOptions) => {
      const { init } = await import("../commands/init.ts");
      done(await init(folder, options, terminal));
    });
  withNote(
    command,
    "Questions",
    "It asks one at most: where a repository has no hooks, whether to write one into .git/hooks. Without a terminal it asks none and writes none; --hook git does.",
  );
  withExamples(
    command,
    { what: "In this folder", line: "traffic-policy init" },
    { what: "In a new folder", line: "traffic-policy init edge-policies" },
    { what: "What would be written", line: "traffic-policy init --dry-run" },
    {
      what: "With a hook of git alone, and no CI",
      line: "traffic-policy init --hook git --ci none",
    },
  );
}
