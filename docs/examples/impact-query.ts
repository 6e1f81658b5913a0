import { compilePolicy } from "@traffic-policy/policy-engine";
import { duckdb, sqlOfImpact } from "@traffic-policy/policy-impact";

const rule = {
  name: "Scanners",
  expressions: ["req.url.path.startsWith('/wp-')"],
  actions: [{ type: "deny", config: { status_code: 404 } }],
};
const before = await compilePolicy({ on_http_request: [] });
const after = await compilePolicy({ on_http_request: [rule] });
const sql = sqlOfImpact(before, after, {
  database: { writer: duckdb },
  from: "read_parquet('requests.parquet')",
  columns: { fields: new Set(["method", "uri"]), headers: {} },
});
console.log(sql.split("\n").find((line) => line.includes("'/wp-'")));
