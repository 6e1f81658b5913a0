import { Option, type Command } from "commander";
import { behaviourOption, seconds, stubOption } from "../program/options.ts";

/** How commands compare what policies do. */
export interface ComparingOptions {
  /** In seconds, for two policies. */
  readonly timeout?: number;
  /** As written: `onExpressionError=no-match`. */
  readonly option?: readonly string[];
  /** As written: `jwt-validation=next`. */
  readonly stub?: readonly string[];
}

export interface SemanticOptions extends ComparingOptions {
  readonly semantic?: true;
}

export const comparingGroup = "Comparing behaviour:";

/** What every command takes that compares what policies do. */
export function comparingOptions(command: Command): Command {
  const all = [
    new Option(
      "--timeout <seconds>",
      "how long comparing two policies may take (default: 5)",
    ).argParser(seconds),
    behaviourOption(),
    stubOption(),
  ];
  for (const option of all) command.addOption(option.helpGroup(comparingGroup));
  return command;
}

/** `--semantic`, and what belongs to it. */
export function semanticOptions(command: Command, what: string): Command {
  const option = new Option("--semantic", what).helpGroup(comparingGroup);
  return comparingOptions(command.addOption(option));
}
