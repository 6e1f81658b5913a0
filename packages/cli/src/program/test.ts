import { InvalidArgumentError, Option, type Command } from "commander";
import { formatOption, seconds, type Done } from "../command-options.ts";
import { withExamples, withExitStatus } from "../help/sections.ts";
import { testFormats, type TestCommandOptions } from "../options.ts";
import type { Terminal } from "../terminal.ts";

/** Adds `test`. */
export function addTestCommand(program: Command, terminal: Terminal, done: Done): void {
  const command = program
    .command("test")
    .summary("check that policies do what their cases say")
    .description(
      "Runs the cases of policies: requests, each with what shall become of it. Nothing is sent. Without arguments, all files with cases in the folder of the configuration, or this one, and below it.",
    )
    .argument(
      "[path...]",
      "files with cases like web.cases.yaml, policies, folders, or globs in quotes",
    )
    .option("--filter <text>", "only cases with this text in their name")
    .option("--timeout <seconds>", "how long the code of a policy or of cases may run", seconds, 5)
    .option("--watch", "test again whenever a file changes")
    .addOption(formatOption(testFormats))
    .optionsGroup("What is covered:")
    .option("--coverage", "show which parts of the policies no case has tried")
    .option("--min-coverage <percent>", "less than this is a failure", percent)
    .option("--suggest", "propose cases for what is not covered")
    .addOption(new Option("--watched").hideHelp())
    .action(async (paths: string[], options: TestCommandOptions) => {
      const { test } = await import("../commands/test.ts");
      done(await test(paths, options, terminal));
    });
  withExitStatus(
    command,
    "every case passes",
    "a case fails, or less is covered than --min-coverage says",
    "cases could not be run: no such file, a mistake in one, no policy; or there are none",
  );
  withExamples(
    command,
    { what: "All cases", line: "traffic-policy test" },
    {
      what: "Those of one policy, with what they do not cover",
      line: "traffic-policy test policies/ssh.policy.ts --coverage",
    },
    { what: "Cases for that, ready to paste", line: "traffic-policy test --suggest" },
    {
      what: "In CI, where less than 90 % is not enough",
      line: "traffic-policy test --min-coverage 90 --format junit",
    },
  );
}

function percent(text: string): number {
  if (/^(?:\d{1,2}|100)$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number between 0 and 100.");
}
