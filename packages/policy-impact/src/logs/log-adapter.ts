import { Type, type Static } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { fieldNames, fields, type FieldName, type HeadersOf } from "../fields.ts";
import { duckdb } from "../sql/duckdb.ts";
import type { Sql } from "../sql/writer.ts";
import { asMap, csvRows, fieldOf, headerOf, parquetRows } from "./formats/columns.ts";
import { headerMap } from "./headers.ts";
import { jsonObjects } from "./json-lines.ts";
import type { HeaderSources, LogContents, LogFormat, LogRows, Source } from "./log-format.ts";

const placeSchema = Type.Union([
  Type.String({ minLength: 1 }),
  Type.Object(
    { sql: Type.String({ minLength: 1 }), lossy: Type.Optional(Type.String({ minLength: 1 })) },
    { additionalProperties: false },
  ),
]);

const headersOfMessage = Type.Object(
  {
    all: Type.Optional(placeSchema),
    names: Type.Optional(Type.Record(Type.String({ minLength: 1 }), placeSchema)),
  },
  { additionalProperties: false },
);

const logAdapterSchema = Type.Object(
  {
    format: Type.Union([
      Type.Literal("csv"),
      Type.Literal("parquet"),
      Type.Literal("ndjson"),
      Type.Literal("table"),
    ]),
    fields: Type.Object(
      Object.fromEntries(
        fieldNames.map((name) => [
          name,
          Type.Optional(Type.Unsafe<Place>({ ...placeSchema, description: fields[name].what })),
        ]),
      ),
      { additionalProperties: false },
    ),
    headers: Type.Optional(
      Type.Object(
        { request: Type.Optional(headersOfMessage), response: Type.Optional(headersOfMessage) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

/** The name of a column or of a member of the object; or SQL over the columns or over `json`. */
type Place = Static<typeof placeSchema>;

/** An adapter: a small file of a user that says where a log tells what. */
export interface LogAdapter {
  /** The format of the log; `table` for a database table, with everything in that database's SQL. */
  readonly format: "csv" | "parquet" | "ndjson" | "table";
  readonly fields: Readonly<Partial<Record<FieldName, Place>>>;
  readonly headers?: Readonly<
    Partial<
      Record<HeadersOf, { readonly all?: Place; readonly names?: Readonly<Record<string, Place>> }>
    >
  >;
}

/** An adapter that is none, with a sentence for each mistake. */
export class LogAdapterError extends Error {
  override readonly name = "LogAdapterError";
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join("\n"));
    this.mistakes = mistakes;
  }
}

/** @throws LogAdapterError */
export function readLogAdapter(value: unknown): LogAdapter {
  const mistakes = mistakesIn(value);
  if (mistakes.length > 0) throw new LogAdapterError(mistakes);
  return value as LogAdapter;
}

function mistakesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return ["An adapter is an object with `format` and `fields`."];
  }
  const found = new Map<string, string>();
  for (const { path } of Value.Errors(logAdapterSchema, value)) {
    if (!found.has(path)) found.set(path, sentence(path, value as Record<string, unknown>));
  }
  return [...found.values()];
}

function sentence(path: string, value: Readonly<Record<string, unknown>>): string {
  const names = path
    .slice(1)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const [first = "", second = "", third, fourth] = names;
  if (path === "/format") {
    return "format" in value
      ? '`format` is "csv", "parquet", "ndjson", or "table".'
      : "`format` is missing.";
  }
  if (path === "/fields") {
    return "fields" in value ? "`fields` is an object." : "`fields` is missing.";
  }
  const isPlace =
    (first === "fields" && names.length >= 2) ||
    (first === "headers" && (third === "all" || (third === "names" && fourth !== undefined)));
  if (first === "fields" && !(fieldNames as readonly string[]).includes(second)) {
    return `\`${second}\` is no field of a log; the fields are ${fieldNames.join(", ")}.`;
  }
  if (isPlace) {
    const where = names.slice(0, first === "fields" ? 2 : third === "all" ? 3 : 4).join(".");
    return `\`${where}\` is the name of a column, or an object with \`sql\` and perhaps \`lossy\`, which are texts.`;
  }
  if (first === "headers") {
    if (names.length === 1) return "`headers` is an object with `request` and `response`.";
    if (second !== "request" && second !== "response") {
      return `\`${second}\` is no message; \`headers\` is an object with \`request\` and \`response\`.`;
    }
    return `\`headers.${second}\` is an object with \`all\` and \`names\`.`;
  }
  return `\`${first}\` is unknown; an adapter has \`format\`, \`fields\`, and \`headers\`.`;
}

const rowsOf: Readonly<Record<Exclude<LogAdapter["format"], "table">, LogRows>> = {
  csv: csvRows,
  parquet: parquetRows,
  ndjson: jsonObjects,
};

/**
 * Returns the contents of a table from an adapter: each column has the type of its field, headers are maps to lists,
 * and a single header is a list.
 *
 * @param column - writes a column name for the database
 */
export function tableContents(
  { fields: places, headers: given = {} }: LogAdapter,
  column: (name: string) => Sql,
): LogContents {
  const source = (place: Place): Source =>
    typeof place === "string"
      ? { sql: column(place) }
      : { sql: place.sql, ...(place.lossy !== undefined && { lossy: place.lossy }) };
  const sources = (of: Readonly<Partial<Record<string, Place>>>): Record<string, Source> =>
    Object.fromEntries(
      Object.entries(of).flatMap(([name, place]) =>
        place === undefined ? [] : [[name.toLowerCase(), source(place)]],
      ),
    );
  const headers: Partial<Record<HeadersOf, HeaderSources>> = {};
  for (const of of ["request", "response"] as const) {
    const { all, names = {} } = given[of] ?? {};
    headers[of] = { ...(all !== undefined && { all: source(all) }), names: sources(names) };
  }
  return { fields: sources(places), headers };
}

/**
 * The format of files that an adapter says.
 *
 * @throws LogAdapterError for one of a table
 */
export function logFormatOf(adapter: LogAdapter, name: string): LogFormat {
  const { format } = adapter;
  if (format === "table") throw new LogAdapterError(["It is for a table, and not for files."]);
  const source = (place: Place, typed: (sql: Sql) => Sql): Source => {
    if (typeof place === "string") return { sql: typed(placeOf(place, format)) };
    return {
      sql: typed(`(${place.sql})`),
      ...(place.lossy !== undefined && { lossy: place.lossy }),
    };
  };
  const told: Partial<Record<FieldName, Source>> = {};
  for (const field of fieldNames) {
    const place = adapter.fields[field];
    if (place !== undefined) told[field] = source(place, (sql) => fieldOf(field, sql));
  }
  const headers: Partial<Record<HeadersOf, HeaderSources>> = {};
  for (const of of ["request", "response"] as const) {
    const given = adapter.headers?.[of];
    if (given === undefined) continue;
    headers[of] = {
      ...(given.all !== undefined && {
        all: source(given.all, (sql) => headerMap(asMap(sql))),
      }),
      names: Object.fromEntries(
        Object.entries(given.names ?? {}).map(([header, place]) => [
          header.toLowerCase(),
          source(place, (sql) => headerOf(`json_extract_string(to_json(${sql}), '$')`)),
        ]),
      ),
    };
  }
  return { name, title: `The adapter ${name}`, ...rowsOf[format], fields: told, headers };
}

/** Returns the SQL for a column; for a JSON object, a member, or the target of a path that begins with `$`. */
function placeOf(name: string, format: string): Sql {
  if (format !== "ndjson") return duckdb.column(name);
  const path = name.startsWith("$") ? name : `$."${name}"`;
  return `json_extract_string(json, ${duckdb.text(path)})`;
}
