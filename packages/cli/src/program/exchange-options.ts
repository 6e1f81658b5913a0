import { InvalidArgumentError, type Command } from "commander";
import { repeated, variableOption, type ExchangeOptions } from "./options.ts";

export interface GivenExchangeOptions extends ExchangeOptions {
  /** A file, or `-` for standard input. */
  readonly exchange?: string;
  /** Position in a HAR file, counted from 1. */
  readonly entry?: number;
  /** A curl command line, or `-` for standard input. */
  readonly curl?: string;
}

export function exchangeOptions(command: Command): Command {
  return command
    .optionsGroup("The request:")
    .option("--request <method URL>", "the request, like 'POST https://example.com/'")
    .option("--header <name: value>", "a header of the request; can be repeated", repeated)
    .option("--body <text>", "the body of the request")
    .option("--body-file <file>", "a file with the body of the request")
    .option(
      "--curl <command>",
      "the request that a curl command sends; - reads it from standard input",
    )
    .option(
      "--exchange <file>",
      "the whole exchange from a JSON, YAML or HAR file; - is standard input",
    )
    .option("--entry <number>", "only this exchange of a HAR file, counted from 1", entry)
    .optionsGroup("The connection:")
    .option("--client-ip <address>", "the address of the client (default: 198.51.100.1)")
    .option("--country <code>", "the country of the client, in two letters")
    .option("--time <time>", "when it happens, like 2024-01-31T00:00:00Z (default: now)")
    .addOption(variableOption())
    .optionsGroup("The response of the upstream; without one, rules of the response do not run:")
    .option("--response <status>", "its status", status)
    .option("--response-header <name: value>", "one of its headers; can be repeated", repeated)
    .option("--response-body <text>", "its body")
    .option("--response-body-file <file>", "a file with its body");
}

function entry(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number, at least 1.");
}

function status(text: string): number {
  if (/^[1-9]\d\d$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be an HTTP status, like 200.");
}
