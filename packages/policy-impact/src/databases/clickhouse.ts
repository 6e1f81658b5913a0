import { DatabaseError, type Cell, type Database, type QueryOptions } from "../database.ts";
import { answerFormat, rowsOfAnswer } from "./clickhouse-answer.ts";
import { clickhouse18 } from "../sql/clickhouse-18.ts";
import { clickhouse } from "../sql/clickhouse.ts";
import type { Sql } from "../sql/writer.ts";

/** What is used of `@clickhouse/client`. */
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
  /**
   * A cluster of which each shard counts its own rows: `FROM` then names the table that every shard has. Without it,
   * a `Distributed` table gives the same counts, but its rows come to the node that is asked.
   */
  readonly cluster?: string | undefined;
}

const progressInterval = 500;
const longest = 2 ** 31 - 1;
const firstWithMaps = 23;

/** A part of an answer is none, whatever the user's own settings are. */
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

/** What an early version does not know. */
const settingsOfToday: Settings = {
  limit: 0,
  offset: 0,
  max_parser_depth: 100_000,
  prefer_column_name_to_alias: 1,
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
  { url, user, password, database, cluster }: ClickHouseOptions,
): Promise<Database> {
  const { ClickHouseLogLevel, createClient } = (await load()) as ClickHouseModule;
  const secrets = secretsOf(url, password);
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

  const isToday = await version().then(
    (number) => number >= firstWithMaps,
    async (error: unknown) => {
      await client.close();
      throw failed(error);
    },
  );
  const settings = { ...settingsOfAll, ...(isToday && settingsOfToday) };
  // What is kept lives as long as its session, and is made with the settings of that, not of the query.
  const ofSession = { ...settings, session_timeout: 3600 };
  const values = Object.entries(settings).map(
    ([name, value]) => `${name} = ${typeof value === "string" ? clickhouse.text(value) : value}`,
  );
  try {
    await client.command({
      query: `SET ${values.join(", ")}`,
      session_id: session,
      clickhouse_settings: { session_timeout: ofSession.session_timeout },
    });
  } catch (error) {
    await client.close();
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
    let isOver = false;
    const stopping: Promise<unknown>[] = [];
    // What ends with the connection only would go on until then.
    const kill = (): void => {
      stopping.push(
        client.command({ query: `KILL QUERY WHERE query_id = '${id}'` }).catch(() => undefined),
      );
    };
    const tell = async (): Promise<void> => {
      const query = `SELECT read_rows AS r, total_rows_approx AS t FROM system.processes WHERE query_id = '${id}'`;
      for await (const row of rowsOf({ query })) {
        const [rows = 0, total = 0] = row.map(Number);
        if (isOver) return;
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
    let isComplete = false;
    try {
      yield* work({
        query_id: id,
        session_id: session,
        clickhouse_settings: ofSession,
        ...(signal && { abort_signal: signal }),
      });
      isComplete = true;
    } catch (error) {
      isComplete = true;
      if (signal?.aborted) throw new DatabaseError("The query was stopped.");
      if (refusals.has(codeOf(error))) throw new RefusedError(messageOf(error, secrets));
      throw failed(error);
    } finally {
      isOver = true;
      clearInterval(timer);
      signal?.removeEventListener("abort", kill);
      if (!isComplete) kill();
      await Promise.all([telling, ...stopping]);
    }
  }

  return {
    writer: isToday ? clickhouse : clickhouse18,
    async keep(sql, options = {}) {
      const name = `kept_${kept++}`;
      const query = cluster === undefined ? sql : ofShards(cluster, sql, isToday);
      async function* create(asked: Omit<Asked, "query">): AsyncGenerator<unknown> {
        yield await client.command({
          ...asked,
          query: `CREATE TEMPORARY TABLE ${name} AS ${query}`,
        });
      }
      try {
        for await (const _ of watched(create, options));
        return name;
      } catch (error) {
        // Who may only read asks again and again.
        if (error instanceof RefusedError) return `(${query})`;
        throw error;
      }
    },
    rows: (sql, options = {}) =>
      watched((asked) => {
        // Of a query that fails, not even the first rows come.
        const whole = { ...ofSession, wait_end_of_query: 1, buffer_size: 1_048_576 };
        return rowsOf({ ...asked, query: sql, clickhouse_settings: whole });
      }, options),
    close: () => client.close(),
  };
}

/** A query that this user may not ask. */
class RefusedError extends DatabaseError {}

/** What each shard of a cluster makes of its own rows. */
function ofShards(cluster: string, sql: Sql, isToday: boolean): Sql {
  if (!isToday) throw new DatabaseError("This ClickHouse is too old for --cluster.");
  return `SELECT * FROM cluster(${clickhouse.text(cluster)}, view(${sql}))`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
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
