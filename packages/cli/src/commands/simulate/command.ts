import { InvalidArgumentError } from "commander";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import {
  behaviourOption,
  configurationOptions,
  formatOption,
  protocolOption,
  repeated,
  stubOption,
  variableOption,
  type ConfigurationOptions,
  type ExchangeOptions,
  type Format,
  type SimulatingOptions,
} from "../../program/options.ts";

export interface SimulateOptions extends ExchangeOptions, SimulatingOptions, ConfigurationOptions {
  readonly format: Format;
  /** A file, or `-` for standard input. */
  readonly exchange?: string;
  /** Which exchange of a HAR file, counted from 1. */
  readonly entry?: number;
  /** A command line, or `-` for standard input. */
  readonly curl?: string;
  /** Whether only the options for what is not known are listed. */
  readonly options?: true;
  readonly trace?: true;
}

function entry(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number, at least 1.");
}

function status(text: string): number {
  if (/^[1-9]\d\d$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be an HTTP status, like 200.");
}

export default {
  group: "try",
  order: 60,
  summary: "show what a policy does to a request",
  description:
    "Simulates a policy: which rules match a request and why, what reaches the upstream, and what the client gets. Nothing is sent.",
  options: (command) =>
    configurationOptions(
      command
        .argument("[policy]", "a policy file, or the name of a target of the configuration")
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
        .optionsGroup("The response of the upstream; without one, outbound rules do not run:")
        .option("--response <status>", "its status", status)
        .option("--response-header <name: value>", "one of its headers; can be repeated", repeated)
        .option("--response-body <text>", "its body")
        .option("--response-body-file <file>", "a file with its body")
        .optionsGroup("How it is simulated:")
        .addOption(protocolOption())
        .addOption(behaviourOption())
        .option("--options", "only list the open questions about the service, with the defaults")
        .addOption(stubOption())
        .optionsGroup("The report:")
        .option("--trace", "show all rules, expressions and operands")
        .addOption(formatOption()),
    ),
  exitStatus: [
    "simulated",
    "simulated, but an expression or an action failed",
    "it could not be simulated: no such policy, or an impossible exchange",
  ],
  examples: {
    "What a policy does to a request, and to the response":
      "traffic-policy simulate web --request 'POST https://shop.example/' --response 200",
    "The same for a client in Brazil, with a trace":
      "traffic-policy simulate web --request https://shop.example/ --country BR --trace",
    "The open questions about the service, with the defaults": "traffic-policy simulate --options",
  },
} satisfies ProgramCommandDefinition;
