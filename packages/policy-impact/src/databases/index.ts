export { openClickHouse, type ClickHouseOptions } from "./clickhouse.ts";
export { openDuckDb, type DuckDbOptions } from "./duckdb.ts";
export { openClickHouseShards } from "./clickhouse-shards.ts";
