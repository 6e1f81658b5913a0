import { fieldNames } from "@traffic-policy/policy-impact/internal";
import { duckDb } from "../databases.ts";
import { agreesWithTheEngine } from "./agreement-tests.ts";
import { duckDbRows } from "./duckdb-rows.ts";

agreesWithTheEngine({
  title: "DuckDB",
  open: duckDb,
  rowsOf: (_, records) => duckDbRows(records),
  unknowable: [...fieldNames, "request", "response"],
});
