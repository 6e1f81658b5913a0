import { DatabaseError, type Database } from "../database.ts";
import { openClickHouse, type ClickHouseOptions } from "./clickhouse.ts";
import { databaseOfShards, type Shard } from "./shards.ts";

/**
 * Opens several servers of ClickHouse, each of which has a part of the rows of a log in a table of the same name.
 *
 * @param load - imports `@clickhouse/client`, which is an optional peer dependency
 * @throws DatabaseError when one cannot be opened, or two of them are the same server
 */
export async function openClickHouseShards(
  load: () => Promise<unknown>,
  [first, ...others]: readonly [ClickHouseOptions, ...ClickHouseOptions[]],
): Promise<Database> {
  const shardOf = crypto.randomUUID();
  const opened: Shard[] = [];
  const open = async (options: ClickHouseOptions): Promise<Shard> => {
    const name = nameOf(options.url, opened.length);
    try {
      const shard = { name, database: await openClickHouse(load, { ...options, shardOf }) };
      opened.push(shard);
      return shard;
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      throw new DatabaseError(`${name}: ${error.message}`, { cause: error });
    }
  };
  try {
    const shards: [Shard, ...Shard[]] = [await open(first)];
    // One after another, so that one which is there twice is noticed.
    for (const options of others) shards.push(await open(options));
    return databaseOfShards(shards);
  } catch (error) {
    await Promise.allSettled(opened.map(({ database }) => database.close()));
    throw error;
  }
}

/** Of a URL what is no secret. */
function nameOf(url: string, index: number): string {
  const { protocol, host, pathname } = URL.canParse(url)
    ? new URL(url)
    : { protocol: "", host: "", pathname: "" };
  if (!/^https?:$/.test(protocol)) return `database ${index + 1}`;
  return pathname === "/" ? host : `${host}${pathname}`;
}
