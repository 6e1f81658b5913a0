export { openClickHouse, type ClickHouseOptions } from "./clickhouse.ts";
export { openDuckDb, type DuckDbOptions } from "./duckdb.ts";
export { checkLogFiles } from "../files/check-files.ts";
export { namingDamaged } from "../files/damaged.ts";
export { checkLinesOfZstd } from "../files/lines-of-zstd.ts";
export { LogFileError } from "../files/log-file-error.ts";
