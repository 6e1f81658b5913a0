import type { Command } from "commander";
import { connectionOptions, seconds, type Done } from "../command-options.ts";
import { withExamples, withExitStatus } from "../help/sections.ts";
import type { DoctorOptions } from "../options.ts";
import type { Terminal } from "../terminal.ts";

/** Adds `doctor`. */
export function addDoctorCommand(program: Command, terminal: Terminal, done: Done): void {
  const command = connectionOptions(
    program
      .command("doctor")
      .summary("check that all that the commands need is in order")
      .description(
        "Checks Node, the packages, the configuration, the API key, the connection with one request that changes nothing, the clock, and the code cache, and says what to do. It writes nothing.",
      )
      .option("--timeout <seconds>", "how long the service may take to answer", seconds, 10),
  ).action(async (options: DoctorOptions) => {
    const { doctor } = await import("../commands/doctor.ts");
    done(await doctor(options, terminal));
  });
  withExitStatus(
    command,
    "no problem; there may be warnings",
    "a problem that will let other commands fail",
    "it was called wrongly",
  );
  withExamples(
    command,
    { what: "Everything, as the configuration says", line: "traffic-policy doctor" },
    {
      what: "Whether a key in a file is taken",
      line: "traffic-policy doctor --api-key-file key.txt",
    },
    { what: "For a program", line: "traffic-policy doctor --format json" },
  );
}
