import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { formatOption, repeated, wholeNumber, type FormatOptions } from "../../program/options.ts";

export interface EmulatorOptions extends FormatOptions {
  readonly port: number;
  readonly data?: string;
  readonly apiKeyFile?: string;
  /** As written: `Service-Version: 2`. */
  readonly versionHeader?: string;
  readonly tunnel?: readonly string[];
  readonly pageSize?: number;
  readonly requestsPerMinute?: number;
  readonly faults?: string;
}

export default {
  group: "try",
  order: 87,
  summary: "run an emulator of the service",
  description: "Runs an emulator of the service on the loopback address until it is interrupted.",
  options: (command) =>
    command
      .option("--port <number>", "the port; 0 for any free port", wholeNumber, 4040)
      .option("--data <file>", "keep the state in this file; otherwise it is in memory only")
      .option("--api-key-file <file>", "accept only the API key in this file")
      .option(
        "--version-header <name: value>",
        'the version header to ask for (default: "Service-Version: 2")',
      )
      .option("--tunnel <url>", "an ephemeral endpoint to provide; can be repeated", repeated)
      .option("--page-size <number>", "list items per page (default: 100)", wholeNumber)
      .option("--requests-per-minute <number>", "respond with 429 above this rate", wholeNumber)
      .option("--faults <file>", "simulate the faults in this file")
      .addOption(formatOption()),
  examples: {
    "On port 4040, in memory only": "traffic-policy emulator",
    "On any free port, with persistent state":
      "traffic-policy emulator --port 0 --data emulator.json",
    "A service with the faults in a file": "traffic-policy emulator --port 0 --faults faults.json",
  },
} satisfies ProgramCommandDefinition;
