import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { detectFormat } from "@traffic-policy/policy-impact/internal";
import { CommandError, exitStatus, type Context, type ExitStatus } from "../../../context.ts";
import { interruptible } from "../../../logs/interruptible.ts";
import { knownFormat, type Log } from "../../../logs/log.ts";
import { TemporaryFolder } from "../../../temporary-folder.ts";
import type { ImpactCommandOptions } from "../command.ts";
import { FollowedFile, FollowedStream } from "./followed-log.ts";
import { follow } from "./follow.ts";
import type { Counted } from "./rates.ts";
import { printRates, type RatesReport } from "./report.ts";
import { WholeLines } from "./whole-lines.ts";

/**
 * Counts what a policy does to the log that the options name.
 *
 * @param check - called with the log before it is read
 */
export type CountLog = (
  options: ImpactCommandOptions,
  check: (log: Log) => void,
) => Promise<Counted>;

const usualInterval = 5;
const leastInterval = 0.1;

/** Reports what a policy does to a log while it grows. */
export async function runFollow(
  count: CountLog,
  exchange: RatesReport["exchange"],
  options: ImpactCommandOptions,
  context: Context,
): Promise<ExitStatus> {
  const { clock, terminal, files } = context;
  const { interval = usualInterval, columns } = options;
  const name = followedName(options);
  const lines = new WholeLines();
  const log =
    name === "-"
      ? new FollowedStream(terminal.input())
      : new FollowedFile(files.resolve(name), name, lines);
  const folder = new TemporaryFolder("follow");
  const file = join(folder.path, "lines");
  let { logFormat } = options;
  const learnFormat = (text: string): void => {
    const format = knownFormat(name, logFormat, detectFormat(text, ""));
    checkIsOfLines(format);
    logFormat = format.name;
  };
  const countLines = async (text: Buffer): Promise<Counted> => {
    if (columns === undefined) learnFormat(text.toString("latin1", 0, firstBytes));
    // A part of the log, which nobody else may read.
    writeFileSync(file, text, { mode: 0o600 });
    const named = { ...options, log: [file], ...(logFormat !== undefined && { logFormat }) };
    return count(named, ({ format }) => format && checkIsOfLines(format));
  };
  const report = (rates: RatesReport["rates"], part: RatesReport["part"]): void =>
    printRates(
      { rates, part, end: clock.now(), exchange, waiting: log.waiting },
      options.format,
      terminal,
    );
  try {
    const isEmpty = log instanceof FollowedStream || log.beginning === "";
    if (columns === undefined && (logFormat !== undefined || !isEmpty)) {
      learnFormat(isEmpty ? "" : log.beginning);
    }
    const all = await interruptible((signal) =>
      follow({
        log,
        lines,
        interval: interval * 1000,
        clock,
        signal,
        count: countLines,
        report: (rates) => report(rates, "interval"),
      }),
    );
    report(all, "whole");
    return exitStatus.ok;
  } finally {
    log.close();
    folder.remove();
  }
}

const firstBytes = 65_536;

/** @throws CommandError when there is not one log, or another option does not go with it */
function followedName({ log = [], format, interval }: ImpactCommandOptions): string {
  const [name, ...others] = log;
  if (name === undefined || others.length > 0) {
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
  return name;
}

/** @throws CommandError when a line alone is no row */
function checkIsOfLines(format: ReturnType<typeof knownFormat>): void {
  if ("unreadable" in format && format.name !== "har") return;
  throw new CommandError(`--follow: A line of the format ${format.name} tells nothing alone.`, {
    help: "Follow a log with a request on each line.",
  });
}
