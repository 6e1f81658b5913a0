import { InvalidArgumentError, Option, type Command } from "commander";
import type { ExitStatus } from "./exit-status.ts";

/** Takes the exit status of a command that has ended. */
export type Done = (status: ExitStatus) => void;

/** `--format`. */
export function formatOption(formats: readonly string[] = ["pretty", "json"]): Option {
  return new Option("--format <format>", "how results are printed")
    .choices(formats)
    .default("pretty");
}

/** What every command that talks to the service takes. */
export function connectionOptions(command: Command, formats?: readonly string[]): Command {
  const all = [
    new Option("--base-url <url>", "its URL (or TRAFFIC_POLICY_BASE_URL)"),
    new Option(
      "--api-key-file <file>",
      "a file that holds the API key (or the key itself in TRAFFIC_POLICY_API_KEY)",
    ),
    new Option(
      "--version-header <name: value>",
      'the header that names the version of the API (default: "Service-Version: 2")',
    ),
  ];
  for (const option of all) command.addOption(option.helpGroup("The service:"));
  return command.addOption(formatOption(formats));
}

/** What every command for targets of the configuration takes. */
export function targetOptions(command: Command): Command {
  const all = [
    new Option(
      "--target <name>",
      "only the target of this name, or those that a glob like 'ssh-*' names; can be repeated",
    ),
    new Option("--tag <tag>", "only targets with this tag; can be repeated"),
  ];
  for (const option of all)
    command.addOption(option.argParser(repeated).helpGroup("Which targets:"));
  return command;
}

/** For an option that can stand several times, each with one value. */
export function repeated(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** For an option that takes a number. */
export function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number.");
}

/** For an option that takes a time: more than zero, and no more than the timers of Node can wait. */
export function seconds(text: string): number {
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value > 0 && value <= 86_400) return value;
  throw new InvalidArgumentError("It must be a number of seconds, a day at most.");
}

/** What every command takes that lints policies before it does something with them. */
export function lintFirstOptions(command: Command): Command {
  return command
    .addOption(new Option("--no-lint", "do not lint the policies first"))
    .addOption(maxWarningsOption().conflicts("lint"));
}

/** `--max-warnings`. */
export function maxWarningsOption(): Option {
  return new Option("--max-warnings <number>", "more warnings than this are a failure").argParser(
    wholeNumber,
  );
}

/** `--concurrency`. */
export function concurrencyOption(): Option {
  return new Option("--concurrency <number>", "targets at the same time (default: 8)").argParser(
    (text: string) => {
      const number = wholeNumber(text);
      if (number >= 1 && number <= 1000) return number;
      throw new InvalidArgumentError("It must be between 1 and 1000.");
    },
  );
}
