import { isLoopbackAddress } from "@traffic-policy/policy-language/internal";
import {
  DatabaseError,
  type Cell,
  type Column,
  type Database,
  type QueryOptions,
} from "../database.ts";
import { answerFormat, rowsOfAnswer } from "./clickhouse-answer.ts";
import { clickhouse18 } from "../sql/clickhouse-18.ts";
import { clickhouse } from "../sql/clickhouse.ts";

interface ClickHouseModule {
  readonly ClickHouseLogLevel: { readonly OFF: number };
  createClient(options: Readonly<Record<string, unknown>>): Client;
}

interface Client {
  exec(asked: Asked): Promise<{
    readonly stream: AsyncIterable<Uint8Array> & { destroy(): void };
  }>;
  command(asked: Asked): Promise<unknown>;
  close(): Promise<void>;
}

interface Asked {
  readonly query: string;
  readonly query_id?: string;
  readonly session_id?: string;
  readonly abort_signal?: AbortSignal;
  readonly clickhouse_settings?: Settings;
}

type Settings = Readonly<Record<string, string | number>>;

/** Where a ClickHouse is, and who asks. */
export interface ClickHouseOptions {
  /** Of its HTTP interface; it may name the database as its path. */
  readonly url: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly database?: string | undefined;
  /** How long it is waited for while it does not answer what takes no time, in milliseconds: 30,000 by default. */
  readonly silence?: number | undefined;
}

const progressInterval = 500;
const longest = 2 ** 31 - 1;
/** How long to wait for a server whose answer is no longer needed, in milliseconds. */
const patience = 5000;
const usualSilence = 30_000;
// In seconds; a server forgets sooner what is not asked for, but not later.
const sessionTimeout = 3600;
const firstWithMaps = 23;

/** Makes a partial answer an error, whatever the user's own settings are. */
const settingsOfAll: Settings = {
  skip_unavailable_shards: 0,
  read_overflow_mode: "throw",
  timeout_overflow_mode: "throw",
  group_by_overflow_mode: "throw",
  sort_overflow_mode: "throw",
  result_overflow_mode: "throw",
  distinct_overflow_mode: "throw",
  transfer_overflow_mode: "throw",
  output_format_json_quote_64bit_integers: 1,
  // What is written of policies is long, and deep.
  max_query_size: 2 ** 26,
  max_ast_depth: 100_000,
  max_ast_elements: 10_000_000,
  max_expanded_ast_elements: 100_000_000,
  max_subquery_depth: 10_000,
};

/** Settings that early versions do not have. */
const settingsOfToday: Settings = {
  limit: 0,
  offset: 0,
  max_parser_depth: 100_000,
  prefer_column_name_to_alias: 1,
};

/** Settings that may be dropped where a version does not know them: the answers are the same. */
const settingsForSpeed: Settings = {
  // Where layers of a query are merged, what several columns are made of is evaluated for each of them.
  query_plan_merge_expressions: 0,
};

// The codes with which ClickHouse refuses what only reads or has no rights.
const refusals = new Set(["164", "392", "497"]);

/**
 * Opens a ClickHouse by its HTTP interface. Nothing but its URL is spoken to.
 *
 * @param load - imports `@clickhouse/client`, which is an optional peer dependency
 * @throws DatabaseError when it cannot be reached, or refuses the user
 */
export async function openClickHouse(
  load: () => Promise<unknown>,
  { url, user, password, database, silence: longestSilence = usualSilence }: ClickHouseOptions,
): Promise<Database> {
  const { ClickHouseLogLevel, createClient } = (await load()) as ClickHouseModule;
  const secrets = secretsOf(url, password);
  if (secrets.length > 0 && isReadOnTheWay(url)) {
    throw new DatabaseError(
      "The URL would send the password unencrypted to another machine; use https:, as http: is only for this machine.",
    );
  }
  const failed = (error: unknown): DatabaseError => new DatabaseError(messageOf(error, secrets));
  let client: Client;
  try {
    client = createClient({
      url,
      ...(user !== undefined && { username: user }),
      ...(password !== undefined && { password }),
      ...(database !== undefined && { database }),
      // A query may take hours, and is ended by the signal.
      request_timeout: longest,
      log: { level: ClickHouseLogLevel.OFF },
    });
  } catch (error) {
    throw failed(error);
  }
  const session = crypto.randomUUID();

  async function* rowsOf(asked: Asked): AsyncGenerator<readonly Cell[]> {
    const query = `${asked.query} FORMAT ${answerFormat}`;
    const { stream } = await client.exec({ ...asked, query });
    try {
      yield* rowsOfAnswer(stream);
    } finally {
      stream.destroy();
    }
  }

  async function version(): Promise<number> {
    for await (const [text] of rowsOf({ query: "SELECT version() AS version" })) {
      return Number.parseInt(String(text), 10);
    }
    throw new DatabaseError("ClickHouse does not tell its version.");
  }

  /** Those of some settings that the server has. */
  async function known(some: Settings): Promise<Settings> {
    const names = Object.keys(some).map(clickhouse.text).join(", ");
    const found = new Set<unknown>();
    const query = `SELECT name FROM system.settings WHERE name IN (${names})`;
    for await (const [name] of rowsOf({ query })) found.add(name);
    return Object.fromEntries(Object.entries(some).filter(([name]) => found.has(name)));
  }

  let isToday: boolean;
  let settings: Settings;
  try {
    isToday = (await inTime(version(), longestSilence)) >= firstWithMaps;
    settings = {
      ...settingsOfAll,
      ...(isToday && settingsOfToday),
      ...(await inTime(known(settingsForSpeed), longestSilence)),
    };
  } catch (error) {
    await briefly(client.close());
    throw failed(error);
  }
  // What is kept lives as long as its session, and is made with the settings of that, not of the query.
  const ofSession = { ...settings, session_timeout: sessionTimeout };
  const values = Object.entries(settings).map(
    ([name, value]) => `${name} = ${typeof value === "string" ? clickhouse.text(value) : value}`,
  );
  try {
    await inTime(
      client.command({
        query: `SET ${values.join(", ")}`,
        session_id: session,
        clickhouse_settings: { session_timeout: sessionTimeout },
      }),
      longestSilence,
    );
  } catch (error) {
    await briefly(client.close());
    throw failed(error);
  }
  let kept = 0;
  /** Runs a query that is stopped on the server, too, and tells how far it is. */
  async function* watched<Result>(
    work: (asked: Omit<Asked, "query">) => AsyncIterable<Result>,
    { signal, onProgress }: QueryOptions,
  ): AsyncGenerator<Result> {
    if (signal?.aborted) throw new DatabaseError("The query was stopped.");
    const id = crypto.randomUUID();
    const over = new AbortController();
    const stopping: Promise<unknown>[] = [];
    // What ends with the connection only would go on until then.
    const kill = (): void => {
      stopping.push(briefly(client.command({ query: `KILL QUERY WHERE query_id = '${id}'` })));
    };
    const tell = async (): Promise<void> => {
      const query = `SELECT read_rows AS r, total_rows_approx AS t FROM system.processes WHERE query_id = '${id}'`;
      for await (const row of rowsOf({ query, abort_signal: over.signal })) {
        const [rows = 0, total = 0] = row.map(Number);
        if (over.signal.aborted) return;
        onProgress?.({ rows, ...(total > 0 && { share: Math.min(1, rows / total) }) });
      }
    };
    let telling: Promise<void> | undefined;
    const timer =
      onProgress &&
      setInterval(() => {
        // How far a query is, is not worth an error of its own.
        telling ??= tell()
          .catch(() => undefined)
          .finally(() => (telling = undefined));
      }, progressInterval);
    signal?.addEventListener("abort", kill);
    // A query may take hours, but a server that works on one answers others.
    const silence = new AbortController();
    const listening = setInterval(() => {
      inTime(version(), longestSilence).catch(() => silence.abort());
    }, longestSilence);
    let isComplete = false;
    try {
      yield* work({
        query_id: id,
        session_id: session,
        clickhouse_settings: ofSession,
        abort_signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
      });
      isComplete = true;
    } catch (error) {
      isComplete = true;
      if (silence.signal.aborted && signal?.aborted !== true) {
        throw new DatabaseError(`The server has not answered for ${longestSilence / 1000} s.`);
      }
      if (signal?.aborted) throw new DatabaseError("The query was stopped.");
      if (refusals.has(codeOf(error))) throw new RefusedError(messageOf(error, secrets));
      throw failed(error);
    } finally {
      over.abort();
      clearInterval(timer);
      clearInterval(listening);
      signal?.removeEventListener("abort", kill);
      if (!isComplete) kill();
      await Promise.all([telling && briefly(telling), ...stopping]);
    }
  }

  return {
    writer: isToday ? clickhouse : clickhouse18,
    async keep(sql, options = {}) {
      const name = `kept_${kept++}`;
      async function* create(asked: Omit<Asked, "query">): AsyncGenerator<unknown> {
        yield await client.command({
          ...asked,
          query: `CREATE TEMPORARY TABLE ${name} AS ${sql}`,
        });
      }
      try {
        for await (const _ of watched(create, options));
        return name;
      } catch (error) {
        // Who may only read asks again and again.
        if (error instanceof RefusedError) return `(${sql})`;
        throw error;
      }
    },
    rows: (sql, options = {}) =>
      watched((asked) => {
        // Of a query that fails, not even the first rows come.
        const whole = { ...ofSession, wait_end_of_query: 1, buffer_size: 1_048_576 };
        return rowsOf({ ...asked, query: sql, clickhouse_settings: whole });
      }, options),
    async columnsOf(table) {
      const columns: Column[] = [];
      try {
        for await (const [name, type] of rowsOf({ query: `DESCRIBE TABLE ${table}` })) {
          columns.push({ name: String(name), type: String(type) });
        }
      } catch (error) {
        throw failed(error);
      }
      return columns;
    },
    async close() {
      // What was kept would stay for as long as the session.
      const clickhouse_settings = { session_timeout: 1 };
      await briefly(
        client.command({ query: "SELECT 1", session_id: session, clickhouse_settings }),
      );
      await briefly(client.close());
    },
  };
}

/** @throws DatabaseError when there is no answer in time */
async function inTime<Answer>(work: Promise<Answer>, milliseconds: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<never>((_, refuse) => {
    const late = new DatabaseError(`The server has not answered for ${milliseconds / 1000} s.`);
    timer = setTimeout(() => refuse(late), milliseconds);
  });
  try {
    return await Promise.race([work, isLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** True when traffic to a URL leaves this machine unencrypted. */
function isReadOnTheWay(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return protocol === "http:" && host !== "localhost" && !isLoopbackAddress(host);
}

/** Awaits work whose result does not matter, but not a server that does not answer. */
async function briefly(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise((resolve) => {
    timer = setTimeout(resolve, patience);
  });
  await Promise.race([work.catch(() => undefined), isLate]);
  clearTimeout(timer);
}

class RefusedError extends DatabaseError {}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  // The client does not know how early versions write theirs.
  const [, early] = /^Code: (\d+), /.exec(error.message) ?? [];
  return early ?? ("code" in error ? String(error.code) : "");
}

function secretsOf(url: string, password: string | undefined): string[] {
  const inUrl = URL.canParse(url) ? new URL(url).password : "";
  return [password ?? "", inUrl, decodeURIComponent(inUrl)].filter((secret) => secret !== "");
}

function messageOf(error: unknown, secrets: readonly string[]): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return messageOf(error.errors[0], secrets);
  }
  const message = error instanceof Error ? error.message || codeOf(error) : String(error);
  const [first = ""] = message.split("\n");
  return secrets.reduce((text, secret) => text.replaceAll(secret, "…"), first);
}
