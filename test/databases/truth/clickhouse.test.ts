import { fieldNames } from "@traffic-policy/policy-impact/internal";
import { chDb } from "../databases.ts";
import { agreesWithTheEngine } from "./agreement-tests.ts";
import { asMaps, insertInto, tableOf } from "./clickhouse-rows.ts";

let tables = 0;

agreesWithTheEngine({
  title: "ClickHouse",
  open: chDb,
  rowsOf: (database, records) => {
    const table = `records_${tables++}`;
    database.run(tableOf(table, asMaps));
    database.run(insertInto(table, [...records.entries()], asMaps));
    return table;
  },
  // A map is never null.
  unknowable: fieldNames,
});
