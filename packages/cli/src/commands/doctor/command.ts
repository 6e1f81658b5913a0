import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { connectionOptions, seconds, type ConnectionOptions } from "../../program/options.ts";

export interface DoctorOptions extends ConnectionOptions {
  /** In seconds. */
  readonly timeout: number;
}

export default {
  group: "self",
  order: 200,
  summary: "check the configuration, the API key and the service",
  description:
    "Checks the configuration (in the root of a workspace, that of each project), the API key and the connection (with one read-only request to each service), and says how to fix problems. Writes nothing.",
  options: (command) =>
    connectionOptions(
      command.option("--timeout <seconds>", "how long the service may take to answer", seconds, 10),
    ),
  exitStatus: [
    "no problem, at most warnings",
    "a problem that makes other commands fail",
    "the command line is invalid",
  ],
  examples: {
    "Everything in the configuration": "traffic-policy doctor",
    "Whether the service accepts the key in a file": "traffic-policy doctor --api-key-file key.txt",
    "For a program": "traffic-policy doctor --format json",
  },
} satisfies ProgramCommandDefinition;
