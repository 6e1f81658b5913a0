import type { Command } from "commander";
import {
  concurrencyOption,
  connectionOptions,
  formatOption,
  lintFirstOptions,
  targetOptions,
  type Done,
} from "../command-options.ts";
import { withExamples, withExitStatus } from "../help/sections.ts";
import { diffFormats, type BuildOptions, type DiffOptions, type PullOptions } from "../options.ts";
import type { Terminal } from "../terminal.ts";

/** Adds `diff`, `pull` and `build`. */
export function addComparingCommands(program: Command, terminal: Terminal, done: Done): void {
  const diffCommand = connectionOptions(targetOptions(program.command("diff")), diffFormats)
    .summary("compare what the service stores with the policies here")
    .description("Compares the stored policies with the local ones, rule by rule. Never writes.")
    .option("--stored <file>", "compare one target with this file, and ask no service")
    .option("--verbose", "show every target, whole rules, and what differs in writing only")
    .option("--exit-zero", "exit with 0 also when policies differ")
    .addOption(concurrencyOption())
    .action(async (options: DiffOptions) => {
      const { diff } = await import("../commands/diff.ts");
      done(await diff(options, terminal));
    });
  withExitStatus(
    diffCommand,
    "all are identical or equivalent; with --exit-zero, also different",
    "a target is different or absent",
    "a target could not be read; the others are shown",
  );
  withExamples(
    diffCommand,
    { what: "All targets", line: "traffic-policy diff" },
    { what: "One target, for a program", line: "traffic-policy diff --target ssh --format json" },
    { what: "As a comment of a pull request", line: "traffic-policy diff --format markdown" },
    {
      what: "With a file, and without a service",
      line: "traffic-policy diff --target web --stored web.json",
    },
  );

  const pullCommand = connectionOptions(targetOptions(program.command("pull")))
    .summary("write what the service stores into the policy files")
    .description(
      "Writes stored policies into the policy files of their targets; a file that holds another policy is left as it is. Never writes to the service.",
    )
    .argument("[target...]", "only targets of these names, or globs of them")
    .option("--all", "begin with every TCP edge on the account, and write a configuration")
    .option("--force", "write over files that hold something else")
    .option("--dry-run", "write nothing: print what would change in which file")
    .addOption(concurrencyOption())
    .action(async (names: string[], options: PullOptions) => {
      const { pull } = await import("../commands/pull.ts");
      done(await pull(names, options, terminal));
    });
  withExitStatus(
    pullCommand,
    "every file holds what the service stores",
    "something is left for you, such as a target without a policy; with --dry-run, a file would be written",
    "a policy could not be read, or a file was refused",
  );
  withExamples(
    pullCommand,
    { what: "What would change in which file", line: "traffic-policy pull --dry-run" },
    { what: "One target, whatever its file holds", line: "traffic-policy pull web --force" },
  );

  const buildCommand = targetOptions(program.command("build"))
    .summary("write the JSON that would be deployed")
    .description("Lints the policies, and writes the JSON that deploy would push, a file a target.")
    .option("--out <folder>", "the folder to write to", "dist/policies")
    .addOption(formatOption())
    .action(async (options: BuildOptions) => {
      const { build } = await import("../commands/build.ts");
      done(await build(options, terminal));
    });
  lintFirstOptions(buildCommand);
  withExitStatus(
    buildCommand,
    "the files are written",
    "lint found errors, or more warnings than --max-warnings allows",
    "a policy could not be loaded, or a file not written",
  );
  withExamples(
    buildCommand,
    { what: "Into dist/policies", line: "traffic-policy build" },
    { what: "Elsewhere", line: "traffic-policy build --out build/policies" },
  );
}
