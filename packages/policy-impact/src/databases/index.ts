export { openClickHouse, type ClickHouseOptions } from "./clickhouse.ts";
export { openDuckDb, type DuckDbOptions } from "./duckdb.ts";
