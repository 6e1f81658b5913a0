export { openDuckDb, type DuckDbOptions } from "./duckdb.ts";
