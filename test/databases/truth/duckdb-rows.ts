import { duckdb, fields, type LogColumns } from "@traffic-policy/policy-impact";
import { fieldNames, type LogRecord } from "@traffic-policy/policy-impact/internal";

/** All that records can tell. */
export const allColumns: LogColumns = {
  fields: new Set(fieldNames),
  headers: { request: { all: true }, response: { all: true } },
};

/** Records as rows of DuckDB, with their number in a column `row`. */
export function duckDbRows(records: readonly LogRecord[]): string {
  const names = ["row", ...fieldNames, "request_headers", "response_headers"];
  const rows = records.map(({ fields: values, headers }, index) => {
    const ofFields = fieldNames.map((name) => {
      const value = values[name];
      const type = fields[name].type === "text" ? "VARCHAR" : "BIGINT";
      if (value === null || value === undefined) return `NULL::${type}`;
      return typeof value === "string" ? duckdb.text(value) : `${value}::BIGINT`;
    });
    const ofHeaders = (["request", "response"] as const).map((of) => {
      const map = headers[of];
      if (map === undefined) return "NULL::MAP(VARCHAR, VARCHAR[])";
      const entries = Object.entries(map).map(
        ([name, list]) => `${duckdb.text(name)}: [${list.map(duckdb.text).join(", ")}]::VARCHAR[]`,
      );
      return `MAP {${entries.join(", ")}}::MAP(VARCHAR, VARCHAR[])`;
    });
    return `(${[index, ...ofFields, ...ofHeaders].join(", ")})`;
  });
  return `(SELECT * FROM (VALUES ${rows.join(",\n")}) AS t(${names.map((name) => `"${name}"`).join(", ")}))`;
}
