import { fieldNames } from "@traffic-policy/policy-impact";
import { chDb } from "../databases.ts";
import { agreesWithTheEngine } from "./agreement-tests.ts";
import { clickHouseRows } from "./clickhouse-rows.ts";

let tables = 0;

agreesWithTheEngine({
  title: "ClickHouse",
  open: chDb,
  rowsOf: (database, records) => {
    const table = `records_${tables++}`;
    for (const sql of clickHouseRows(table, records)) database.run(sql);
    return table;
  },
  // A map is never null.
  unknowable: fieldNames,
});
