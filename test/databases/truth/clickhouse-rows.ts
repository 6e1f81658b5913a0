import { clickhouse, fieldNames, fields, type LogRecord } from "@traffic-policy/policy-impact";

const { column, text } = clickhouse;

/** The statements that make a table of records, with their number in a column `row`. */
export function clickHouseRows(table: string, records: readonly LogRecord[]): string[] {
  const columns = [
    "row UInt32",
    ...fieldNames.map((name) => {
      const type = fields[name].type === "text" ? "String" : "Int64";
      return `${column(name)} Nullable(${type})`;
    }),
    "request_headers Map(String, Array(String))",
    "response_headers Map(String, Array(String))",
  ];
  const rows = records.map(({ fields: values, headers }, index) => {
    const ofFields = fieldNames.map((name) => {
      const value = values[name];
      if (value === null || value === undefined) return "NULL";
      return typeof value === "string" ? text(value) : String(value);
    });
    const ofHeaders = (["request", "response"] as const).map((of) => {
      const entries = Object.entries(headers[of] ?? {});
      return `{${entries.map(([name, list]) => `${text(name)}: [${list.map(text).join(", ")}]`).join(", ")}}`;
    });
    return `(${[index, ...ofFields, ...ofHeaders].join(", ")})`;
  });
  return [
    `CREATE TABLE ${table} (${columns.join(", ")}) ENGINE = Memory`,
    `INSERT INTO ${table} VALUES ${rows.join(", ")}`,
  ];
}
