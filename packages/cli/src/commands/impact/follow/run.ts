import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CompiledPolicy } from "@traffic-policy/policy-engine";
import type { Database, ImpactOptions } from "@traffic-policy/policy-impact";
import { detectFormat, impactOf } from "@traffic-policy/policy-impact/internal";
import { CommandError, exitStatus, type Context, type ExitStatus } from "../../../context.ts";
import { askLog } from "../../../logs/ask-log.ts";
import { interruptible } from "../../../logs/interruptible.ts";
import { knownFormat, logOf } from "../../../logs/log.ts";
import { withDatabase } from "../../../logs/with-database.ts";
import { TemporaryFolder } from "../../../temporary-folder.ts";
import type { ImpactCommandOptions } from "../command.ts";
import { openDatabase } from "../read-log.ts";
import { FollowedFile, FollowedStream } from "./followed-log.ts";
import { follow } from "./follow.ts";
import type { FollowOutput } from "./output.ts";
import type { Counted, Rates } from "./rates.ts";
import { printRates, type RatesReport } from "./report.ts";
import { WholeLines } from "./whole-lines.ts";

/** The policies that are counted for, and where. */
interface Question extends Pick<RatesReport, "exchange"> {
  readonly sides: readonly [CompiledPolicy, CompiledPolicy];
  readonly settings: Omit<ImpactOptions, "database" | "from" | "columns">;
}

const usualInterval = 5;

/** Reports what a policy does to a log while it grows. */
export async function followLog(
  question: Question,
  options: ImpactCommandOptions,
  context: Context,
): Promise<ExitStatus> {
  const { clock, terminal, files } = context;
  const { log: [name = ""] = [], interval = usualInterval, format } = options;
  const lines = new WholeLines();
  const log =
    name === "-"
      ? new FollowedStream(terminal.input())
      : new FollowedFile(files.resolve(name), name, lines);
  const folder = new TemporaryFolder("follow");
  const part = new LogPart(join(folder.path, "lines"), question, options, context);
  const report = (rates: Rates, about: FollowOutput["part"]): void => {
    const { exchange } = question;
    const { waiting } = log;
    printRates({ rates, part: about, end: clock.now(), exchange, waiting }, format, terminal);
  };
  try {
    const beginning = log instanceof FollowedFile ? log.beginning : "";
    if (beginning !== "" || options.logFormat !== undefined) part.learnFormat(beginning);
    const all = await interruptible((signal) =>
      follow({
        log,
        lines,
        interval: interval * 1000,
        clock,
        signal,
        count: (text) => part.count(text),
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

/** A part of a log, in a file that is read as any log is. */
class LogPart {
  readonly #file: string;
  readonly #question: Question;
  readonly #options: ImpactCommandOptions;
  readonly #context: Context;
  #logFormat: string | undefined;

  constructor(file: string, question: Question, options: ImpactCommandOptions, context: Context) {
    this.#file = file;
    this.#question = question;
    this.#options = options;
    this.#context = context;
    this.#logFormat = options.logFormat;
  }

  /** @throws CommandError when a text does not tell the format, or a line of it tells nothing */
  learnFormat(text: string): void {
    const { columns, log: [name = ""] = [] } = this.#options;
    if (columns !== undefined) return;
    const format = knownFormat(name, this.#logFormat, detectFormat(text, ""));
    checkIsOfLines(format);
    this.#logFormat = format.name;
  }

  /** Counts whole lines. Of a database that is opened for each part, nothing stays in memory. */
  count(lines: Buffer): Promise<Counted> {
    this.learnFormat(lines.toString("latin1", 0, firstBytes));
    // Nobody else may read it.
    writeFileSync(this.#file, lines, { mode: 0o600 });
    const never = new AbortController().signal;
    return withDatabase(
      () => openDatabase(this.#options, this.#context),
      (database) => this.#countIn(database),
      never,
      this.#context,
    );
  }

  async #countIn(database: Database): Promise<Counted> {
    const { sides, settings } = this.#question;
    const logFormat = this.#logFormat;
    const options = {
      ...this.#options,
      log: [this.#file],
      ...(logFormat !== undefined && { logFormat }),
    };
    const log = await logOf(options, database, this.#context, {});
    if (log.format !== undefined) checkIsOfLines(log.format);
    const asked = { ...settings, database, columns: log.columns, examples: 0, dimensions: [] };
    return askLog(log, database, {}, (from) => impactOf(...sides, { ...asked, from }));
  }
}

/** @throws CommandError when a line alone is no row */
function checkIsOfLines(format: ReturnType<typeof knownFormat>): void {
  if ("unreadable" in format && format.name !== "har") return;
  throw new CommandError(`--follow: A line of the format ${format.name} tells nothing alone.`, {
    help: "Follow a log with a request on each line.",
  });
}
