import { type Database } from "@traffic-policy/policy-impact";
import { fieldNames } from "@traffic-policy/policy-impact/internal";
import { expect, test } from "vitest";
import { howMany } from "../../seeded.ts";
import { clickHouse } from "../databases.ts";
import { agreesWithTheEngine } from "../truth/agreement-tests.ts";
import { asArrays, insertInto, tableOf } from "../truth/clickhouse-rows.ts";
import { patternsThatDiffer } from "../truth/patterns.ts";
import { startCluster, type Cluster } from "./cluster.ts";

let cluster: Cluster;
let tables = 0;

agreesWithTheEngine<Database>({
  title: "ClickHouse 18.16",
  async open() {
    cluster = await startCluster(1);
    const [url = ""] = cluster.urls;
    const database = await clickHouse({ url });
    return {
      ...database,
      async close() {
        await database.close();
        await cluster.stop();
      },
    };
  },
  async rowsOf(_, records) {
    const table = `records_${tables++}`;
    await cluster.run(0, tableOf(table, asArrays));
    await cluster.run(0, insertInto(table, [...records.entries()], asArrays));
    return asArrays.from(table);
  },
  unknowable: fieldNames,
});

test("ClickHouse 18.16 finds with random patterns what the engine finds", async () => {
  const [url = ""] = cluster.urls;
  const database = await clickHouse({ url });
  try {
    const differing = await patternsThatDiffer(database, howMany(1000, 10_000));
    expect(differing.slice(0, 10)).toEqual([]);
  } finally {
    await database.close();
  }
});
