import { InvalidArgumentError, Option, type Command } from "commander";
import { comparingGroup, comparingOptions, type ComparingOptions } from "../behaviour/options.ts";
import {
  concurrencyOption,
  connectionOptions,
  repeated,
  type AskingOptions,
  type ConnectionOptions,
} from "../program/options.ts";

export type MaxChanges = { readonly count: number } | { readonly percent: number };

const onFailures = ["stop", "continue", "rollback"] as const;

export interface ChangingOptions extends ConnectionOptions, AskingOptions, ComparingOptions {
  readonly dryRun?: true;
  readonly verbose?: true;
  readonly maxChanges?: MaxChanges;
  readonly force?: readonly string[];
  readonly onFailure: (typeof onFailures)[number];
  readonly concurrency?: number;
  /** False to write only policies that are proven to change no behaviour. */
  readonly behaviourChange: boolean;
}

export function changingOptions(
  command: Command,
  how: { readonly environment?: boolean } = {},
): Command {
  const all = connectionOptions(command, undefined, how)
    .option("--yes", "do not ask; required without a terminal")
    .option("--dry-run", "show what would be done, and write nothing")
    .addOption(verbosePlanOption())
    .option(
      "--max-changes <number>",
      "how many targets may change: a number, or a percentage like 20% (default: half, of 10 targets or more)",
      maxChanges,
    )
    .option(
      "--force <name>",
      "change this target regardless of the limits, even if its policy becomes empty or disabled; can be repeated",
      repeated,
    )
    .addOption(
      new Option("--on-failure <what>", "what happens to the others when a target fails")
        .choices(onFailures)
        .default("stop"),
    )
    .addOption(concurrencyOption())
    .addOption(
      new Option(
        "--no-behaviour-change",
        "refuse unless every change is proved to do the same to every request",
      ).helpGroup(comparingGroup),
    );
  return comparingOptions(all);
}

export function verbosePlanOption(): Option {
  return new Option("--verbose", "show what added and removed rules say, and every target");
}

function maxChanges(text: string): MaxChanges {
  const [, number = "", percent] = /^(\d{1,9}(?:\.\d+)?)(%)?$/.exec(text) ?? [];
  if (number !== "" && percent !== undefined && Number(number) <= 100) {
    return { percent: Number(number) };
  }
  if (/^\d+$/.test(number) && percent === undefined) return { count: Number(number) };
  throw new InvalidArgumentError("It must be a number of targets, or a percentage like 20%.");
}
