import type { ProgramCommandDefinition } from "../../program/definition.ts";
import { connectionOptions, seconds, type ConnectionOptions } from "../../program/options.ts";

/** Options of `doctor`. */
export interface DoctorOptions extends ConnectionOptions {
  /** In seconds. */
  readonly timeout: number;
}

export default {
  group: "self",
  order: 200,
  summary: "check that all that the commands need is in order",
  description:
    "Checks Node, the packages, the configuration, the API key, the connection with one request that changes nothing, the clock, and the code cache, and says what to do. It writes nothing.",
  options: (command) =>
    connectionOptions(
      command.option("--timeout <seconds>", "how long the service may take to answer", seconds, 10),
    ),
  exitStatus: [
    "no problem; there may be warnings",
    "a problem that will let other commands fail",
    "it was called wrongly",
  ],
  examples: [
    { what: "Everything, as the configuration says", line: "traffic-policy doctor" },
    {
      what: "Whether a key in a file is taken",
      line: "traffic-policy doctor --api-key-file key.txt",
    },
    { what: "For a program", line: "traffic-policy doctor --format json" },
  ],
} satisfies ProgramCommandDefinition;
