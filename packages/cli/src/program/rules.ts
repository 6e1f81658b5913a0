import type { Command } from "commander";
import { formatOption, type Done } from "../command-options.ts";
import { withExamples } from "../help/sections.ts";
import type { FormatOptions } from "../options.ts";
import type { Terminal } from "../terminal.ts";

/** Adds `rules` and `explain`. */
export function addRulesCommands(program: Command, terminal: Terminal, done: Done): void {
  const rulesCommand = program
    .command("rules")
    .summary("list the lint rules")
    .description("Lists the lint rules, also the configuration's own, with their severities.")
    .addOption(formatOption())
    .action(async (options: FormatOptions) => {
      const { rules } = await import("../commands/rules.ts");
      done(await rules(options, terminal));
    });
  withExamples(
    rulesCommand,
    { what: "All lint rules", line: "traffic-policy rules" },
    { what: "The same for a program", line: "traffic-policy rules --format json" },
  );

  const explainCommand = program
    .command("explain")
    .summary("tell what a lint rule is for")
    .description("Prints the page of a lint rule.")
    .argument("<rule>", "the name of a lint rule, such as expression/syntax")
    .addOption(formatOption())
    .action(async (rule: string, options: FormatOptions) => {
      const { explain } = await import("../commands/explain.ts");
      done(await explain(rule, options, terminal));
    });
  withExamples(explainCommand, {
    what: "What is wrong with an expression that cannot be read",
    line: "traffic-policy explain expression/syntax",
  });
}
