import { createReadStream } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { createGunzip } from "node:zlib";
import {
  fields,
  type Column,
  type Database,
  type FieldName,
  type QueryOptions,
} from "@traffic-policy/policy-impact";
import {
  contentsOfTable,
  fieldNames,
  detectFormat,
  firstLines,
  formatNamed,
  formatOfColumns,
  fileList,
  literalPattern,
  LogAdapterError,
  logFileNames,
  logFormatOf,
  logFormats,
  logRelation,
  readLogAdapter,
  standardInput,
  standardInputFile,
  tableContents,
  type LogAdapter,
  type LogContents,
  type LogFormat,
  type LogRelation,
  type Source,
} from "@traffic-policy/policy-impact/internal";
import { checkLogFiles, namingDamaged } from "@traffic-policy/policy-impact/databases";
import { didYouMean, parseTimestamp } from "@traffic-policy/policy-language/internal";
import { CommandError, type Context } from "../context.ts";

export interface LogOptions {
  /** Files, globs, or `-` for standard input. */
  readonly log?: readonly string[];
  readonly logFormat?: string;
  readonly columns?: string;
  readonly table?: string;
  readonly since?: string;
  readonly until?: string;
  /** As written: `1%`. */
  readonly sample?: string;
  /** Assumed values where the log has none, as written: `host=www.example.com`. */
  readonly assume?: readonly string[];
}

export interface Log extends LogRelation {
  readonly title: string;
  /** The log format; undefined for a table. */
  readonly format?: LogFormat;
  /** A list of its files, as SQL. */
  readonly files?: string;
  readonly names?: readonly string[];
  readonly contents: LogContents;
  /** The same rows, read faster; works only if every line is readable. */
  readonly quick?: string;
}

interface Range {
  readonly since?: Date;
  readonly until?: Date;
}

/**
 * Opens the log of files, or of a table of the database.
 *
 * @throws CommandError when there is none, or its format is unknown
 * @throws LogFileError for an incomplete file
 */
export async function logOf(
  options: LogOptions,
  database: Database,
  context: Context,
  watched: QueryOptions,
): Promise<Log> {
  const { log: given = [], table } = options;
  const range = rangeOf(options);
  const adapter = options.columns === undefined ? undefined : adapterIn(options.columns, context);
  if (table !== undefined) {
    if (adapter !== undefined && adapter.format !== "table") {
      throw new CommandError(
        `${options.columns ?? ""}: It is for files, and --table names a table.`,
        {
          help: 'An adapter of a table has the format "table".',
        },
      );
    }
    const told =
      adapter === undefined
        ? contentsOfTable(await database.columnsOf(table), database.writer)
        : tableContents(adapter, (name) => database.writer.column(name));
    const contents = withAssumed(told, options, database);
    return narrowed(
      { title: table, contents, ...logRelation(contents, table) },
      range,
      options,
      database,
    );
  }
  const names = await logFileNames(database, patternsOf(given, context), range);
  await database.restrictTo?.(names);
  const tooLong = await checkLogFiles(names, watched);
  const files = fileList(names, database);
  const found = await namingDamaged(database, names, () =>
    formatOf(names, adapter, options, database),
  );
  // Where a line is a row, one that is too long would be missing.
  if (tooLong !== undefined && found.rejected !== undefined) throw tooLong;
  const format = withAssumed(found, options, database);
  const title = given.join(", ");
  const relationOf = (rows: string): LogRelation => logRelation(format, rows, format.unreadable);
  const narrow = (relation: LogRelation): Log =>
    narrowed(
      { title, format, files, names, contents: format, ...relation },
      range,
      options,
      database,
    );
  const log = narrow(relationOf(format.rows(files)));
  // What came by standard input cannot be read again.
  if (format.quickRows === undefined || given.includes(standardInput)) return log;
  return { ...log, quick: narrow(relationOf(format.quickRows(files))).from };
}

/** Turns given names into patterns below the working directory, whose own name is escaped. */
function patternsOf(given: readonly string[], { cwd }: Context): string[] {
  return given.map((name) =>
    name === standardInput
      ? name
      : isAbsolute(name)
        ? resolve(name)
        : join(literalPattern(cwd), name),
  );
}

function withAssumed<Contents extends LogContents>(
  contents: Contents,
  { assume = [] }: LogOptions,
  { writer }: Database,
): Contents {
  const assumed = assume.map((given): [FieldName, Source] => {
    const [, name = "", value = ""] = /^([^=]*)=(.*)$/s.exec(given) ?? [];
    const field = textFields.find((one) => one === name);
    if (field === undefined || value === "") {
      throw new CommandError(`--assume: "${given}" says nothing of a field.`, {
        help:
          didYouMean(name, textFields) ??
          `Write it like host=www.example.com; the fields are ${textFields.join(", ")}.`,
      });
    }
    const text = writer.text(value);
    const told = contents.fields[field]?.sql;
    return [field, { sql: told === undefined ? text : `coalesce(${told}, ${text})` }];
  });
  return { ...contents, fields: { ...contents.fields, ...Object.fromEntries(assumed) } };
}

const textFields = fieldNames.filter((name) => fields[name].type === "text");

function adapterIn(name: string, { files }: Context): LogAdapter {
  const file = files.resolve(name);
  try {
    return readLogAdapter(JSON.parse(files.textOf(file)));
  } catch (error) {
    if (error instanceof LogAdapterError) {
      throw new CommandError(`${name}: ${error.mistakes.join(" ")}`, { cause: error });
    }
    if (error instanceof SyntaxError) {
      throw new CommandError(`${name}: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

async function formatOf(
  names: readonly string[],
  adapter: LogAdapter | undefined,
  { logFormat, log = [], columns }: LogOptions,
  database: Database,
): Promise<LogFormat> {
  if (adapter?.format === "table") {
    throw new CommandError(`${columns ?? ""}: It is for a table, and --log names files.`);
  }
  if (adapter !== undefined) return logFormatOf(adapter, columns ?? "");
  const inFile = logFormat === undefined ? await detected(names, database) : undefined;
  const found = knownFormat(log[0] ?? "", logFormat, inFile);
  if (!("columns" in found)) return found;
  const told: Column[] = [];
  for await (const [name, type] of database.rows(found.columns(fileList(names, database)))) {
    told.push({ name: String(name), type: String(type) });
  }
  return formatOfColumns(found, told);
}

/**
 * @param log - its name, for messages
 * @param named - what --log-format says
 * @throws CommandError when neither it nor the log tells the format
 */
export function knownFormat(
  log: string,
  named: string | undefined,
  found: ReturnType<typeof detectFormat>,
): NonNullable<ReturnType<typeof detectFormat>> {
  const format = named === undefined ? found : formatNamed(named);
  if (format !== undefined) return format;
  const known = logFormats.map(({ name }) => name);
  throw named === undefined
    ? new CommandError(`${log}: Nothing tells the format of the log.`, {
        help: `Use --log-format with ${known.join(", ")}, or --columns.`,
      })
    : new CommandError(`--log-format: There is no format "${named}".`, {
        help: didYouMean(named, known) ?? `There are ${known.join(", ")}.`,
      });
}

const firstBytes = 65_536;

async function detected(
  [first = standardInputFile]: readonly string[],
  database: Database,
): Promise<ReturnType<typeof detectFormat>> {
  if (first === standardInputFile) return undefined;
  return detectFormat(await beginningOf(first, database), first);
}

async function beginningOf(file: string, { rows }: Database): Promise<string> {
  if (file.endsWith(".zst")) {
    // Not every version of Node.js knows this compression.
    const lines: string[] = [];
    for await (const [line] of rows(firstLines(file))) lines.push(String(line));
    return lines.join("\n");
  }
  const stream = createReadStream(file);
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of file.endsWith(".gz") ? stream.pipe(createGunzip()) : stream) {
    parts.push(part as Buffer);
    length += (part as Buffer).length;
    if (length >= firstBytes) break;
  }
  stream.destroy();
  return Buffer.concat(parts).subarray(0, firstBytes).toString("latin1");
}

function rangeOf({ since, until }: LogOptions): Range {
  const time = (option: string, text: string): Date => {
    const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
    const parsed = parseTimestamp(isDay ? `${text}T00:00:00Z` : text);
    if (parsed !== undefined) return new Date(isDay ? `${text}T00:00:00Z` : text);
    throw new CommandError(`${option}: "${text}" is not a time.`, {
      help: "Write a day, like 2026-11-01, or date, time and zone as in RFC 3339.",
    });
  };
  return {
    ...(since !== undefined && { since: time("--since", since) }),
    ...(until !== undefined && { until: time("--until", until) }),
  };
}

/** Restricts rows to a time range, or samples them; rows without a time are kept. */
function narrowed(
  log: Log,
  { since, until }: Range,
  { sample }: LogOptions,
  { writer }: Database,
): Log {
  const tests: string[] = [];
  if (since !== undefined || until !== undefined) {
    if (!log.columns.fields.has("time")) {
      throw new CommandError("The log does not tell when requests came.", {
        help: "Leave out --since and --until.",
      });
    }
    const time = writer.column("time");
    const at = (date: Date): string => writer.whole(BigInt(date.getTime()) * 1_000_000n);
    if (since !== undefined) tests.push(`(${time} IS NULL OR ${time} >= ${at(since)})`);
    if (until !== undefined) tests.push(`(${time} IS NULL OR ${time} < ${at(until)})`);
  }
  if (sample !== undefined) tests.push(writer.isInSample(shareOf(sample)));
  if (tests.length === 0) return log;
  return { ...log, from: `(SELECT * FROM ${log.from} AS log WHERE ${tests.join(" AND ")})` };
}

function shareOf(text: string): number {
  const [, number = ""] = /^(\d+(?:\.\d+)?)\s*%$/.exec(text.trim()) ?? [];
  const share = Number(number) / 100;
  if (number !== "" && share > 0 && share <= 1) return share;
  throw new CommandError(`--sample: "${text}" is no share of the rows.`, {
    help: "Write it like 1%; it is more than 0% and at most 100%.",
  });
}
