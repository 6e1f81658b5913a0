import {
  DatabaseError,
  type Cell,
  type Column,
  type Database,
  type QueryOptions,
  type QueryProgress,
} from "../database.ts";
import { literalPattern } from "../logs/file-names.ts";
import { duckdb } from "../sql/duckdb.ts";
import type { Sql } from "../sql/writer.ts";

interface DuckDbModule {
  readonly DuckDBInstance: {
    create(path: string, options: Readonly<Record<string, string>>): Promise<Instance>;
  };
}

interface Instance {
  connect(): Promise<Connection>;
  closeSync(): void;
}

interface Connection {
  readonly progress: { readonly percentage: number; readonly rows_processed?: bigint };
  run(sql: string): Promise<unknown>;
  stream(sql: string): Promise<{ yieldRowsJs(): AsyncIterable<readonly (readonly Cell[])[]> }>;
  interrupt(): void;
  closeSync(): void;
}

/** How much of the machine DuckDB may take. */
export interface DuckDbOptions {
  /** As DuckDB writes it: `2GB`, by default. */
  readonly memory?: string;
  /** All cores, by default. */
  readonly threads?: number;
  /**
   * A folder for what does not fit into memory, which is part of the log, as it is. Without one, nothing is written, and
   * a query that takes more memory ends with an error.
   */
  readonly temporary?: string;
}

const progressInterval = 200;

/**
 * Restricts DuckDB to the files that the query names: it fetches, installs and loads nothing, and keeps nothing in
 * the user's folder.
 */
const alone = {
  autoinstall_known_extensions: "false",
  autoload_known_extensions: "false",
  allow_community_extensions: "false",
  allow_persistent_secrets: "false",
};

/**
 * Opens DuckDB within this process, without a file.
 *
 * @param load - imports `@duckdb/node-api`, which is an optional peer dependency
 * @throws DatabaseError when it cannot be opened
 */
export async function openDuckDb(
  load: () => Promise<unknown>,
  { memory = "2GB", threads, temporary = "" }: DuckDbOptions = {},
): Promise<Database> {
  const { DuckDBInstance } = (await load()) as DuckDbModule;
  const instance = await DuckDBInstance.create(":memory:", {
    memory_limit: memory,
    ...(threads !== undefined && { threads: String(threads) }),
    // Its own default is a folder in the working directory that everybody can read.
    temp_directory: temporary,
    preserve_insertion_order: "false",
    ...alone,
  }).catch((error: unknown) => {
    throw new DatabaseError(`DuckDB cannot be opened: ${messageOf(error)}`);
  });
  const connection = await instance.connect();
  await connection.run("SET enable_progress_bar = true");
  await connection.run("SET enable_progress_bar_print = false");
  let kept = 0;

  async function watched<Result>(
    work: () => Promise<Result>,
    { signal, onProgress }: QueryOptions,
  ): Promise<Result> {
    const stop = (): void => connection.interrupt();
    if (signal?.aborted) throw new DatabaseError("The query was stopped.");
    signal?.addEventListener("abort", stop);
    const timer =
      onProgress && setInterval(() => onProgress(progressOf(connection)), progressInterval);
    try {
      return await work();
    } catch (error) {
      throw new DatabaseError(messageOf(error), { cause: error });
    } finally {
      clearInterval(timer);
      signal?.removeEventListener("abort", stop);
    }
  }

  async function* rows(sql: Sql, options: QueryOptions = {}): AsyncGenerator<readonly Cell[]> {
    const result = await watched(() => connection.stream(sql), options);
    const chunks = result.yieldRowsJs()[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await watched(() => chunks.next(), options);
      if (done === true) return;
      yield* value;
    }
  }

  return {
    writer: duckdb,
    rows,
    async keep(sql, options = {}) {
      const name = `kept_${kept++}`;
      await watched(() => connection.run(`CREATE TEMP TABLE ${name} AS ${sql}`), options);
      return name;
    },
    async columnsOf(table) {
      const columns: Column[] = [];
      for await (const [name, type] of rows(`DESCRIBE SELECT * FROM ${table}`)) {
        columns.push({ name: String(name), type: String(type) });
      }
      return columns;
    },
    async restrictTo(files) {
      // It looks for a pattern first, and then for what that stands for.
      const names = new Set(files.flatMap((file) => [file, literalPattern(file)]));
      const paths = `[${[...names].map(duckdb.text).join(", ")}]`;
      for (const setting of [
        `allowed_paths = ${paths}`,
        "enable_external_access = false",
        "lock_configuration = true",
      ]) {
        // oxlint-disable-next-line no-await-in-loop -- After the last one, there are no others.
        await watched(() => connection.run(`SET ${setting}`), {});
      }
    },
    close() {
      connection.closeSync();
      instance.closeSync();
      return Promise.resolve();
    },
  };
}

function progressOf({ progress }: Connection): QueryProgress {
  return progress.percentage < 0 ? {} : { share: progress.percentage / 100 };
}

function messageOf(error: unknown): string {
  const [first = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return first;
}
