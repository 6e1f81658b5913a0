import { InvalidArgumentError, Option, type Command } from "commander";
import {
  concurrencyOption,
  connectionOptions,
  formatOption,
  lintFirstOptions,
  repeated,
  targetOptions,
  type Done,
} from "../command-options.ts";
import { withExamples, withExitStatus } from "../help/sections.ts";
import {
  onFailures,
  type DeployCommandOptions,
  type FormatOptions,
  type MaxChanges,
  type PlanCommandOptions,
  type RollbackOptions,
} from "../options.ts";
import type { Terminal } from "../terminal.ts";

/** Adds `plan`, `deploy`, `history` and `rollback`. */
export function addDeployingCommands(program: Command, terminal: Terminal, done: Done): void {
  const planCommand = connectionOptions(targetOptions(program.command("plan")))
    .summary("show what deploy would change")
    .description(
      "Lints the policies, reads what the service stores, and shows what would change, rule by rule. Never writes to the service.",
    )
    .option("--out <file>", "save the plan in this file, for deploy to carry out")
    .option("--exit-code", "exit with 1 when something would change")
    .addOption(concurrencyOption())
    .action(async (options: PlanCommandOptions) => {
      const { plan } = await import("../commands/plan.ts");
      done(await plan(options, terminal));
    });
  lintFirstOptions(planCommand);
  withExitStatus(
    planCommand,
    "there is a plan",
    "lint found errors, or more warnings than --max-warnings allows; with --exit-code, something would change",
    "a target could not be planned",
  );
  withExamples(
    planCommand,
    { what: "What deploy would change", line: "traffic-policy plan" },
    {
      what: "Saved, for somebody to look at before it is carried out",
      line: "traffic-policy plan --out plan.json",
    },
    { what: "In CI", line: "traffic-policy plan --exit-code --format json" },
  );

  const deployCommand = changing(targetOptions(program.command("deploy")))
    .summary("put the policies on the service")
    .description(
      "Lints the policies, shows what would change, asks, writes, reads back and compares; or does so with a plan that was saved.",
    )
    .argument("[plan]", "a plan that `plan --out` saved")
    .action(async (plan: string | undefined, options: DeployCommandOptions) => {
      const { deploy } = await import("../commands/deploy.ts");
      done(await deploy(plan, options, terminal));
    });
  lintFirstOptions(deployCommand);
  withExitStatus(
    deployCommand,
    "every target is as it should be, and read back",
    "lint found errors, or more warnings than --max-warnings allows; or what was read back is not what was sent",
    "a target failed, is unknown, was put back or skipped; or a refusal",
  );
  withExamples(
    deployCommand,
    { what: "All targets, after a question", line: "traffic-policy deploy" },
    {
      what: "One target, in a script where nobody can be asked",
      line: "traffic-policy deploy --target ssh --yes",
    },
    {
      what: "In CI, where no warning is let through",
      line: "traffic-policy deploy --max-warnings 0 --yes",
    },
    {
      what: "Exactly what was planned",
      line: "traffic-policy plan --out plan.json && traffic-policy deploy plan.json --yes",
    },
  );

  const historyCommand = program
    .command("history")
    .summary("list what targets held before they were overwritten")
    .description(
      "Lists the policies that were kept before they were overwritten, the latest first.",
    )
    .argument("[target...]", "only targets of these names, or globs of them")
    .addOption(formatOption())
    .action(async (names: string[], options: FormatOptions) => {
      const { history } = await import("../commands/history.ts");
      done(await history(names, options, terminal));
    });
  withExamples(
    historyCommand,
    { what: "Of all targets", line: "traffic-policy history" },
    { what: "Of one target, for a program", line: "traffic-policy history ssh --format json" },
  );

  const rollbackCommand = changing(program.command("rollback"))
    .summary("put back what targets held before")
    .description(
      "Puts back what targets held before they were overwritten: without names, what the last deploy or rollback overwrote.",
    )
    .argument("[target...]", "only targets of these names, or globs of them")
    .option("--tag <tag>", "only targets with this tag; can be repeated", repeated)
    .option("--to <time>", "what they held at this time, or an entry of the history")
    .option("--disable", "disable a policy that the service cannot remove")
    .action(async (names: string[], options: RollbackOptions) => {
      const { rollback } = await import("../commands/rollback.ts");
      done(await rollback(names, options, terminal));
    });
  withExitStatus(
    rollbackCommand,
    "every target is as it should be, and read back",
    "what was read back is not what was sent",
    "a target failed, is unknown, was put back or skipped; or a refusal",
  );
  withExamples(
    rollbackCommand,
    { what: "What the last deploy overwrote", line: "traffic-policy rollback --yes" },
    { what: "What would be put back", line: "traffic-policy rollback ssh --dry-run" },
  );
}

/** What every command takes that writes policies to targets. */
function changing(command: Command): Command {
  return connectionOptions(command)
    .option("--yes", "do not ask; needed where nobody can be asked")
    .option("--dry-run", "show what would be done, and write nothing")
    .option(
      "--max-changes <number>",
      "how many targets may change, also as a part: 20% (default: half, of 10 targets or more)",
      maxChanges,
    )
    .option(
      "--force <name>",
      "change this target whatever the limits are, also if its policy becomes empty or disabled; can be repeated",
      repeated,
    )
    .addOption(
      new Option("--on-failure <what>", "what happens to the others when a target fails")
        .choices(onFailures)
        .default("stop"),
    )
    .addOption(concurrencyOption());
}

function maxChanges(text: string): MaxChanges {
  const [, number = "", percent] = /^(\d{1,9}(?:\.\d+)?)(%)?$/.exec(text) ?? [];
  if (number !== "" && percent !== undefined && Number(number) <= 100) {
    return { percent: Number(number) };
  }
  if (/^\d+$/.test(number) && percent === undefined) return { count: Number(number) };
  throw new InvalidArgumentError("It must be a number of targets, or a part of them like 20%.");
}
