import {
  DatabaseError,
  type Cell,
  type Column,
  type Database,
  type QueryOptions,
  type QueryProgress,
} from "../database.ts";

/** A database that has a part of the rows of a log. */
export interface Shard {
  /** What it is called in errors. */
  readonly name: string;
  readonly database: Database;
}

/**
 * Several databases, each with a part of the rows of a log. Each answers a query for its own part, all at the same
 * time. There is no answer unless each has one: as soon as one fails, the others are stopped.
 *
 * @throws DatabaseError when SQL is not written alike for all of them
 */
export function databaseOfShards(shards: readonly [Shard, ...Shard[]]): Database {
  const [{ name: firstName, database: first }] = shards;
  for (const { name, database } of shards) {
    if (database.writer === first.writer) continue;
    throw new DatabaseError(
      `The shards are of different versions: ${firstName} is asked in ${first.writer.name}, and ${name} in ${database.writer.name}.`,
    );
  }
  return {
    writer: first.writer,
    async keep(sql, options = {}) {
      const [kept = "", ...others] = await onAll(shards, options, (database, own) =>
        database.keep(sql, own),
      );
      if (others.every((other) => other === kept)) return kept;
      throw new DatabaseError(
        "The user may keep what is counted on some of the shards only, and has to have the same rights on all of them.",
      );
    },
    rows: (sql, { orderedBy = 0, ...options } = {}) =>
      rowsOfAll(shards, orderedBy, options, (database, own) =>
        database.rows(sql, { ...own, orderedBy })[Symbol.asyncIterator](),
      ),
    async columnsOf(table) {
      const [columns = [], ...others] = await onAll(shards, {}, (database) =>
        database.columnsOf(table),
      );
      for (const [index, other] of others.entries()) {
        const another = [shards[index + 1]?.name ?? "", other] as const;
        const difference = differenceOf([firstName, columns], another);
        if (difference !== undefined) {
          throw new DatabaseError(
            `The table does not have the same columns on all shards: ${difference}.`,
          );
        }
      }
      return columns;
    },
    async close() {
      await Promise.all(shards.map(({ database }) => database.close()));
    },
  };
}

/** Does something on all shards at the same time, and stops it on the others when it fails on one. */
async function onAll<Result>(
  shards: readonly Shard[],
  { signal, onProgress }: QueryOptions,
  work: (database: Database, options: QueryOptions) => Promise<Result>,
): Promise<Result[]> {
  const stopping = new AbortController();
  const ofOne = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal;
  const progress = onProgress && new ProgressOfShards(shards.length, onProgress);
  const working = shards.map(async ({ name, database }, index) => {
    try {
      const result = await work(database, {
        signal: ofOne,
        ...(progress && { onProgress: (told) => progress.tell(index, told) }),
      });
      progress?.end(index);
      return result;
    } catch (error) {
      throw named(error, name, signal);
    }
  });
  try {
    return await Promise.all(working);
  } catch (error) {
    stopping.abort();
    // Nothing is left behind that still works for an answer which nobody gets.
    await Promise.allSettled(working);
    throw error;
  }
}

/** The rows of all shards; those that each orders by its first columns stay in this order. */
async function* rowsOfAll(
  shards: readonly Shard[],
  orderedBy: number,
  options: QueryOptions,
  ask: (database: Database, options: QueryOptions) => AsyncIterator<readonly Cell[]>,
): AsyncGenerator<readonly Cell[]> {
  const answers: AsyncIterator<readonly Cell[]>[] = [];
  try {
    const heads = await onAll(shards, options, (database, own) => {
      const answer = ask(database, own);
      answers.push(answer);
      return answer.next();
    });
    for (;;) {
      let least: { readonly index: number; readonly row: readonly Cell[] } | undefined;
      for (const [index, { done, value }] of heads.entries()) {
        if (done === true) continue;
        if (least === undefined || compareRows(value, least.row, orderedBy) < 0) {
          least = { index, row: value };
        }
      }
      const answer = answers[least?.index ?? -1];
      if (least === undefined || answer === undefined) return;
      yield least.row;
      try {
        heads[least.index] = await answer.next();
      } catch (error) {
        throw named(error, shards[least.index]?.name ?? "", options.signal);
      }
    }
  } finally {
    await Promise.allSettled(answers.map((answer) => answer.return?.()));
  }
}

/** An error that says of which shard it is, unless all were stopped. */
function named(error: unknown, name: string, signal: AbortSignal | undefined): unknown {
  if (!(error instanceof DatabaseError) || signal?.aborted) return error;
  return new DatabaseError(`${name}: ${error.message}`, { cause: error });
}

/** The order of texts as databases have it: by code point, and null is the last one. */
function compareRows(one: readonly Cell[], other: readonly Cell[], columns: number): number {
  for (let column = 0; column < columns; column += 1) {
    const [first = null, second = null] = [one[column], other[column]];
    if (first === second) continue;
    if (first === null) return 1;
    if (second === null) return -1;
    return compareTexts(String(first), String(second));
  }
  return 0;
}

function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const [first, second] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (first !== second) return rankOf(first) - rankOf(second);
  }
  return one.length - other.length;
}

/** Surrogates stand for the code points after all that are one unit of UTF-16. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** How far all shards are: their rows, and the share of them. */
class ProgressOfShards {
  readonly #told: (QueryProgress | undefined)[];
  readonly #hasEnded: boolean[];
  readonly #onProgress: (progress: QueryProgress) => void;

  constructor(count: number, onProgress: (progress: QueryProgress) => void) {
    this.#told = Array.from({ length: count });
    this.#hasEnded = Array.from({ length: count }, () => false);
    this.#onProgress = onProgress;
  }

  tell(index: number, progress: QueryProgress): void {
    this.#told[index] = progress;
    this.#onProgress(this.#sum());
  }

  end(index: number): void {
    this.#hasEnded[index] = true;
    const { rows = 0, share = 0 } = this.#told[index] ?? {};
    if (share > 0) this.#told[index] = { rows: rows / share, share: 1 };
  }

  #sum(): QueryProgress {
    let [rows, total, isKnown] = [0, 0, true];
    for (const [index, told] of this.#told.entries()) {
      const { rows: read = 0, share = 0 } = told ?? {};
      rows += read;
      if (share > 0) total += read / share;
      // One that was done before it told anything is small.
      else if (this.#hasEnded[index] !== true) isKnown = false;
    }
    rows = Math.round(rows);
    return isKnown && total > 0 ? { rows, share: Math.min(1, rows / total) } : { rows };
  }
}

/** What one table has, and another one has not. */
function differenceOf(
  [one, first]: readonly [string, readonly Column[]],
  [other, second]: readonly [string, readonly Column[]],
): string | undefined {
  const types = new Map(second.map(({ name, type }) => [name, type]));
  for (const { name, type } of first) {
    const otherType = types.get(name);
    if (otherType === undefined) return `"${name}" is on ${one}, and not on ${other}`;
    if (otherType !== type) return `"${name}" is ${type} on ${one}, and ${otherType} on ${other}`;
    types.delete(name);
  }
  const [more] = types.keys();
  return more === undefined ? undefined : `"${more}" is on ${other}, and not on ${one}`;
}
