export { type Column, type Database, type QueryOptions, type QueryProgress } from "./database.ts";
export { fields, type FieldName, type LogColumns } from "./fields.ts";
export { type ImpactOptions, sqlOfImpact } from "./impact.ts";
export { dimensions, type DimensionName } from "./query.ts";
export { clickhouse } from "./sql/clickhouse.ts";
export { duckdb } from "./sql/duckdb.ts";
