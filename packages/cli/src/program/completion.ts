import { Argument, type Command } from "commander";
import type { Done } from "../command-options.ts";
import { completionScript, shells } from "../completion-script.ts";
import { exitStatus } from "../exit-status.ts";
import { withExamples, withNote } from "../help/sections.ts";
import type { Terminal } from "../terminal.ts";

/** Adds `completion`, and `complete`, which its scripts call. */
export function addCompletionCommands(program: Command, terminal: Terminal, done: Done): void {
  const command = program
    .command("completion")
    .summary("let your shell complete the command line")
    .description(
      "Prints a script that makes a shell complete commands, options and their values, files, names and tags of targets, and names of lint rules.",
    )
    .addArgument(new Argument("<shell>", "bash, zsh or fish").choices(shells))
    .action((shell: (typeof shells)[number]) => {
      terminal.document(completionScript(shell));
      done(exitStatus.ok);
    });
  withNote(
    command,
    "Where it is looked for",
    [
      "bash  ~/.local/share/bash-completion/completions/traffic-policy",
      "zsh   _traffic-policy in a folder of $fpath",
      "fish  ~/.config/fish/completions/traffic-policy.fish",
    ].join("\n"),
  );
  withExamples(
    command,
    { what: "For this bash only", line: 'eval "$(traffic-policy completion bash)"' },
    {
      what: "For every fish to come",
      line: "traffic-policy completion fish > ~/.config/fish/completions/traffic-policy.fish",
    },
  );

  program
    .command("complete", { hidden: true })
    .option("--quoted")
    .argument("[text...]")
    .action(async (words: string[], options: { quoted?: true }) => {
      const { complete } = await import("../commands/complete.ts");
      done(await complete(program, words, options, terminal));
    });
}
