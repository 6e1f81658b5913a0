import { Option, type Command } from "commander";
import { behaviourOption, seconds, stubOption } from "../program/options.ts";

export interface ComparingOptions {
  /** Seconds for a pair of policies. */
  readonly timeout?: number;
  /** As written on the command line: `onExpressionError=no-match`. */
  readonly option?: readonly string[];
  /** As written on the command line: `jwt-validation=next`. */
  readonly stub?: readonly string[];
}

export interface SemanticOptions extends ComparingOptions {
  readonly semantic?: true;
}

export const comparingGroup = "Comparing behaviour:";

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

export function semanticOptions(command: Command, what: string): Command {
  const option = new Option("--semantic", what).helpGroup(comparingGroup);
  return comparingOptions(command.addOption(option));
}
