import { CommandError } from "../../../context.ts";
import type { ImpactCommandOptions } from "../command.ts";

const leastInterval = 0.1;

/**
 * Checks the options that --follow goes with.
 *
 * @param after - the second policy
 * @throws CommandError when one of them does not fit
 */
export function checkFollow(
  after: string | undefined,
  { follow, interval, format, log = [] }: ImpactCommandOptions,
): void {
  if (follow !== true) {
    if (interval === undefined) return;
    throw new CommandError("--interval is about --follow.", { help: "Add it, or remove this." });
  }
  if (after !== undefined) {
    throw new CommandError("--follow is about one policy.", { help: `Leave out ${after}.` });
  }
  if (log.length > 1) {
    throw new CommandError("--follow is about one log.", {
      help: "Name one file with --log; `-` is standard input.",
    });
  }
  if (format === "html" || format === "markdown") {
    throw new CommandError(`--follow and --format ${format} cannot be used together.`, {
      help: "Its formats are pretty, and json with a line for each interval.",
    });
  }
  if (interval !== undefined && interval < leastInterval) {
    throw new CommandError(`--interval: It is ${leastInterval} seconds at least.`);
  }
}
