import { compilePolicy, type CompiledPolicy } from "@traffic-policy/policy-engine";
import {
  countRejected,
  DatabaseError,
  dimensions,
  impactOf,
  unreadableLines,
  UntranslatedError,
  wherePolicy,
  type Database,
  type DimensionName,
  type Impact,
  type ImpactOptions,
  type QueryProgress,
} from "@traffic-policy/policy-impact";
import { openClickHouse, openDuckDb } from "@traffic-policy/policy-impact/databases";
import { documentOf } from "@traffic-policy/policy-module";
import { CommandError, exitStatus, type Context, type ExitStatus } from "../../context.ts";
import { behaviourOptions, stubs as given } from "../../simulation/behaviour-options.ts";
import { namedPolicies, type NamedPolicy } from "../../simulation/named-policies.ts";
import { printProblems } from "../../simulation/report/pretty.ts";
import type { ImpactCommandOptions } from "./command.ts";
import { formats } from "./formats/index.generated.ts";
import type { ImpactReport } from "./impact-report.ts";
import { readLimit } from "./limits.ts";
import { logOf, type Log } from "./log.ts";
import { peer } from "./peer.ts";
import { printedQuery } from "./printed-query.ts";
import { ShownProgress } from "./progress.ts";

/** `traffic-policy impact <before> [after]`: what a change would have done to recorded traffic. */
export default async function impact(
  before: string,
  after: string | undefined,
  options: ImpactCommandOptions,
  context: Context,
): Promise<ExitStatus> {
  const limits = (options.failIf ?? []).map(readLimit);
  const names = after === undefined ? [before] : [before, after];
  const policies = await namedPolicies(names, options, context);
  const sides = await compiledSides(policies, context);
  const settings = await impactSettings(sides, options);
  const found = await withDatabase(options, context, async (database) => {
    const log = await logOf(options, database, context);
    const asked = { ...settings, from: log.from, columns: log.columns };
    if (options.sql === undefined)
      return counted(sides, { ...asked, database }, log, options, context);
    const name = options.sql === true ? undefined : options.sql;
    context.terminal.document(`${printedQuery(sides, asked, name, database)}\n`);
    return undefined;
  });
  if (found === undefined) return exitStatus.ok;
  const passed = limits.filter(({ isPassed }) => isPassed(found.impact)).map(({ text }) => text);
  const titles = policies.map(({ title }) => title);
  const report: ImpactReport = {
    ...found,
    before: after === undefined ? "no rules" : (titles[0] ?? before),
    after: titles.at(-1) ?? before,
    exchange: sides[1].protocol === "http" ? "request" : "connection",
    asked: options,
    passed,
  };
  const { default: print } = await formats[options.format]();
  print(report, context.terminal);
  if (limits.length > 0) return passed.length > 0 ? exitStatus.findings : exitStatus.ok;
  const { changed, unknown } = found.impact;
  return changed + unknown > 0 ? exitStatus.findings : exitStatus.ok;
}

type Sides = readonly [before: CompiledPolicy, after: CompiledPolicy];

/** @throws CommandError when policies are for different protocols, or written in different dialects */
async function compiledSides(
  policies: readonly NamedPolicy[],
  { terminal }: Context,
): Promise<Sides> {
  const compiled: CompiledPolicy[] = [];
  for (const { loaded, protocol } of policies) {
    const policy = await compilePolicy(documentOf(loaded), { protocol });
    printProblems({ source: loaded.source, policy }, "evaluated", terminal);
    compiled.push(policy);
  }
  const [first, second] = compiled as [CompiledPolicy, CompiledPolicy?];
  if (second === undefined) {
    const { protocol, dialect } = first;
    return [await compilePolicy({}, { protocol, dialect }), first];
  }
  if (first.protocol !== second.protocol) {
    throw new CommandError(
      `One policy is for ${first.protocol}, and the other for ${second.protocol}.`,
      { help: "Name them with --protocol." },
    );
  }
  return [first, second];
}

async function impactSettings(
  [, after]: Sides,
  options: ImpactCommandOptions,
): Promise<Omit<ImpactOptions, "database" | "from" | "columns">> {
  const { where, untranslated, examples, top } = options;
  const asked = where === undefined ? undefined : await wherePolicy(where, after);
  const [problem] = asked?.problems ?? [];
  if (problem !== undefined) throw new CommandError(`--where: ${problem.message}`);
  return {
    untranslated,
    examples,
    top,
    dimensions: chosenDimensions(options.groupBy),
    options: behaviourOptions(options.option ?? []),
    // Those that a policy has no action for are refused there.
    stubs: given(options.stub ?? [], after),
    ...(asked && { where: asked }),
  };
}

function chosenDimensions(text: string | undefined): readonly DimensionName[] {
  if (text === undefined) return dimensions;
  return text.split(",").map((name) => {
    const found = dimensions.find((one) => one === name.trim());
    if (found !== undefined) return found;
    throw new CommandError(`--group-by: "${name.trim()}" is none of ${dimensions.join(", ")}.`);
  });
}

async function counted(
  sides: Sides,
  asked: ImpactOptions,
  log: Log,
  { showSkipped }: ImpactCommandOptions,
  context: Context,
): Promise<Pick<ImpactReport, "impact" | "log" | "skippedLines">> {
  const { database } = asked;
  const progress = new ShownProgress(context);
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const watched = {
    signal: stopping.signal,
    onProgress: (how: QueryProgress): void => progress.show(how),
  };
  try {
    const count = (from: string): Promise<Impact> =>
      impactOf(...sides, { ...asked, ...watched, from });
    const { format, files, quick: quickFrom } = log;
    const quick =
      quickFrom === undefined
        ? undefined
        : await ifReadable(() => count(quickFrom), stopping.signal);
    const counts = quick ?? (await count(log.from));
    progress.end();
    if (format === undefined || files === undefined)
      return { impact: counts, log, skippedLines: [] };
    const rejected = quick !== undefined ? 0 : await countRejected(database, format);
    const skippedLines =
      showSkipped === true ? await unreadableLines(database, format, files, mostLines) : [];
    return {
      impact: { ...counts, rows: counts.rows + rejected, skipped: counts.skipped + rejected },
      log,
      skippedLines,
    };
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    throw new CommandError("It was interrupted, and nothing is counted.", { cause: error });
  } finally {
    progress.end();
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}

/** Nothing when a line cannot be read: then all is read again, in the way that counts such lines. */
async function ifReadable(
  work: () => Promise<Impact>,
  signal: AbortSignal,
): Promise<Impact | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DatabaseError && !signal.aborted) return undefined;
    throw error;
  }
}

const mostLines = 1000;

/** Gives what the database, or the translation, refuses as what the command could not do. */
async function withDatabase<Result>(
  options: ImpactCommandOptions,
  context: Context,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  let database: Database | undefined;
  try {
    database = await openDatabase(options, context);
    return await work(database);
  } catch (error) {
    if (error instanceof UntranslatedError) {
      throw new CommandError(error.message, {
        help: "Let the engine decide row by row: --untranslated engine.",
        cause: error,
      });
    }
    if (error instanceof DatabaseError) {
      throw new CommandError(`The database has no complete answer: ${error.message}`, {
        cause: error,
      });
    }
    if (error instanceof RangeError) throw new CommandError(`--log: ${error.message}`);
    throw error;
  } finally {
    await database?.close();
  }
}

function openDatabase(options: ImpactCommandOptions, context: Context): Promise<Database> {
  const { memory, threads, database: url } = options;
  if (url !== undefined) {
    const { TRAFFIC_POLICY_DATABASE_USER: user, TRAFFIC_POLICY_DATABASE_PASSWORD: password } =
      context.env;
    return openClickHouse(() => Promise.resolve(peer("@clickhouse/client", context)), {
      url,
      user,
      password,
    });
  }
  return openDuckDb(() => Promise.resolve(peer("@duckdb/node-api", context)), {
    memory,
    ...(threads !== undefined && { threads }),
  });
}
