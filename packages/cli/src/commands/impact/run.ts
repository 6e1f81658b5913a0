import { compilePolicy, type CompiledPolicy } from "@traffic-policy/policy-engine";
import {
  DatabaseError,
  dimensions,
  impactOf,
  printedWriter,
  sqlOfImpact,
  UntranslatedError,
  wherePolicy,
  type Database,
  type DimensionName,
  type Impact,
  type ImpactOptions,
  type QueryWriter,
} from "@traffic-policy/policy-impact";
import { openClickHouse, openDuckDb } from "@traffic-policy/policy-impact/databases";
import { documentOf } from "@traffic-policy/policy-module";
import { CommandError, exitStatus, type Context, type ExitStatus } from "../../context.ts";
import { behaviourOptions, stubs } from "../../simulation/behaviour-options.ts";
import { namedPolicies, type NamedPolicy } from "../../simulation/named-policies.ts";
import { printProblems } from "../../simulation/report/pretty.ts";
import type { ImpactCommandOptions } from "./command.ts";
import { formats } from "./formats/index.generated.ts";
import { readLimit } from "./limits.ts";
import { logOf, type Log } from "./log.ts";
import { peer } from "./peer.ts";
import { ShownProgress } from "./progress.ts";

/** What a report tells. */
export interface ImpactReport {
  readonly before: string;
  readonly after: string;
  readonly log: Log;
  readonly impact: Impact;
  readonly skippedLines: readonly string[];
  /** The limits that were passed, as written. */
  readonly passed: readonly string[];
}

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
  const log = await logOf(options, context);
  const asked = await impactOptions(sides, log, options);
  if (options.sql !== undefined) {
    const writer = writerNamed(options.sql === true ? log.database : options.sql);
    context.terminal.document(
      `${await translated(() => sqlOfImpact(...sides, { ...asked, database: { writer } }))}\n`,
    );
    return exitStatus.ok;
  }
  const found = await counted(sides, asked, log, options, context);
  const passed = limits.filter(({ isPassed }) => isPassed(found.impact)).map(({ text }) => text);
  const titles = policies.map(({ title }) => title);
  const report: ImpactReport = {
    ...found,
    before: after === undefined ? "no rules" : (titles[0] ?? before),
    after: titles.at(-1) ?? before,
    log,
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

async function impactOptions(
  [, after]: Sides,
  log: Log,
  options: ImpactCommandOptions,
): Promise<Omit<ImpactOptions, "database">> {
  const { where, untranslated, examples, top } = options;
  const asked = where === undefined ? undefined : await wherePolicy(where, after);
  const [problem] = asked?.problems ?? [];
  if (problem !== undefined) throw new CommandError(`--where: ${problem.message}`);
  return {
    from: log.from,
    columns: log.columns,
    untranslated,
    examples,
    top,
    dimensions: chosenDimensions(options.groupBy),
    options: behaviourOptions(options.option ?? []),
    stubs: stubs(options.stub ?? [], after),
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

function writerNamed(name: string): QueryWriter {
  const writer = printedWriter(name);
  if (writer !== undefined) return writer;
  throw new CommandError(`--sql: "${name}" is no database that SQL is written for.`, {
    help: "There are duckdb, clickhouse, trino and spark.",
  });
}

async function counted(
  sides: Sides,
  asked: Omit<ImpactOptions, "database">,
  log: Log,
  options: ImpactCommandOptions,
  context: Context,
): Promise<Pick<ImpactReport, "impact" | "skippedLines">> {
  const database = await opened(log, options, context);
  const progress = new ShownProgress(context);
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    const impact = await translated(() =>
      impactOf(...sides, {
        ...asked,
        database,
        signal: stopping.signal,
        onProgress: (how) => progress.show(how),
      }),
    );
    progress.end();
    const skippedLines = options.showSkipped ? await unreadableLines(log, database) : [];
    return { impact, skippedLines };
  } catch (error) {
    progress.end();
    if (stopping.signal.aborted) {
      throw new CommandError("It was interrupted, and nothing is counted.", { cause: error });
    }
    throw error;
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
    await database.close();
  }
}

async function opened(
  log: Log,
  options: ImpactCommandOptions,
  context: Context,
): Promise<Database> {
  const { memory, threads } = options;
  return translated(() =>
    log.database === "duckdb"
      ? openDuckDb(() => Promise.resolve(peer("@duckdb/node-api", context)), {
          memory,
          ...(threads !== undefined && { threads }),
        })
      : openClickHouse(() => Promise.resolve(peer("@clickhouse/client", context)), log.access),
  );
}

const mostLines = 1000;

async function unreadableLines({ from, columns }: Log, database: Database): Promise<string[]> {
  if (columns.hasUnreadable !== true) return [];
  const lines: string[] = [];
  const column = database.writer.column("unreadable");
  const sql = `SELECT ${column} FROM ${from} AS log WHERE ${column} IS NOT NULL LIMIT ${mostLines}`;
  for await (const [line] of database.rows(sql)) lines.push(String(line));
  return lines;
}

/** Gives what the database, or the translation, refuses as what the command could not do. */
async function translated<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
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
    throw error;
  }
}
