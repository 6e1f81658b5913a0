import type { Database } from "@traffic-policy/policy-impact";
import { standardInputFile, unreadableLines } from "@traffic-policy/policy-impact/internal";
import { openClickHouse, openDuckDb } from "@traffic-policy/policy-impact/databases";
import type { Context } from "../../context.ts";
import { askLog } from "../../logs/ask-log.ts";
import { interruptible } from "../../logs/interruptible.ts";
import { withLineNumbers, type PlacedLine } from "../../logs/line-numbers.ts";
import { logOf, type Log } from "../../logs/log.ts";
import { sharesOf } from "../../logs/memory.ts";
import { openWithFolder } from "../../logs/open-with-folder.ts";
import { peer } from "../../logs/peer.ts";
import { ShownProgress } from "../../logs/progress.ts";
import { withDatabase } from "../../logs/with-database.ts";
import type { ImpactCommandOptions } from "./command.ts";

/** An answer about a log, and some of the lines that are skipped. */
export interface ReadLog<Answer> {
  readonly answer: Answer;
  readonly log: Log;
  readonly skippedLines: readonly PlacedLine[];
}

type Asked = Parameters<Parameters<typeof askLog>[3]>[1] & { readonly from: string };

/** A log that is open. */
export interface OpenLog {
  readonly database: Database;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Counts something in its rows, shows how far it is, and adds the lines that are no rows. */
  counted<Answer extends { readonly rows: number; readonly skipped: number }>(
    ask: (asked: Asked) => Promise<Answer>,
  ): Promise<ReadLog<Answer>>;
}

/** Opens the log that options name, in its database, and does some work with it. */
export function withLog<Result>(
  options: ImpactCommandOptions,
  context: Context,
  work: (open: OpenLog) => Promise<Result> | Result,
): Promise<Result> {
  return interruptible((signal) =>
    withDatabase(
      () => openDatabase(options, context),
      async (database) => {
        const log = await ShownProgress.of(context, (onProgress) =>
          logOf(options, database, context, { signal, onProgress }),
        );
        return work({
          database,
          log,
          signal,
          counted: (ask) => counted(ask, { database, log, signal }, options, context),
        });
      },
      signal,
      context,
    ),
  );
}

async function counted<Answer extends { readonly rows: number; readonly skipped: number }>(
  ask: (asked: Asked) => Promise<Answer>,
  { database, log, signal }: Omit<OpenLog, "counted">,
  { showSkipped }: ImpactCommandOptions,
  context: Context,
): Promise<ReadLog<Answer>> {
  const { format, files, names = [] } = log;
  const answer = await ShownProgress.of(context, (onProgress) =>
    askLog(log, database, { signal, onProgress }, (from, watched) => ask({ ...watched, from })),
  );
  const lines = showSkipped === true && format !== undefined && files !== undefined;
  const skipped = lines ? await unreadableLines(database, format, files, mostLines) : [];
  const again = names.filter((name) => name !== standardInputFile);
  const skippedLines = await withLineNumbers(skipped, again);
  return {
    answer,
    log,
    skippedLines: skippedLines.map(({ file, ...line }) => ({
      ...line,
      ...(file !== undefined && { file: context.files.nameOf(file) }),
    })),
  };
}

const mostLines = 1000;

export function openDatabase(options: ImpactCommandOptions, context: Context): Promise<Database> {
  const { memory, threads, database: url } = options;
  const { TRAFFIC_POLICY_DATABASE_USER: user, TRAFFIC_POLICY_DATABASE_PASSWORD: password } =
    context.env;
  if (url !== undefined) {
    const load = (): Promise<unknown> => Promise.resolve(peer("@clickhouse/client", context));
    return openClickHouse(load, { url, user, password });
  }
  return openWithFolder((temporary) =>
    openDuckDb(() => Promise.resolve(peer("@duckdb/node-api", context)), {
      ...sharesOf(memory, threads),
      temporary,
    }),
  );
}
