import type { Database } from "@traffic-policy/policy-impact";
import { openDuckDb } from "@traffic-policy/policy-impact/databases";

// They are installed beside the tests, and not with the rest: so the compiler does not know them.
const duckDbPackage: string = "@duckdb/node-api";

/** DuckDB in this process. */
export function duckDb(memory = "1GB"): Promise<Database> {
  return openDuckDb(() => import(duckDbPackage), { memory });
}
