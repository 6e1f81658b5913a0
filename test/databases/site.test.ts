import { compileSite } from "@traffic-policy/policy-engine";
import type { Database } from "@traffic-policy/policy-impact";
import { siteImpactOf } from "@traffic-policy/policy-impact/internal";
import { expect, test } from "vitest";
import { aSite, forward, policy, rule } from "../policy-engine/site/a-site.ts";
import { chDb, duckDb } from "./databases.ts";

const site = await compileSite(
  aSite({
    "https://shop.example": {
      policy: policy([
        rule(["req.url.path == '/a'"], { type: "deny", config: {} }),
        rule([], forward("https://api.internal")),
      ]),
    },
    "https://api.internal": { server: "8080" },
  }),
);

const rows = [
  ["GET", "shop.example", "/a?1"],
  ["GET", "shop.example", "/a?1"],
  ["PUT", "shop.example", "/b"],
  ["GET", "other.example", "/"],
  ["GET", "shop.example", "no path"],
  ["GET", "shop.example", null],
];

test.each<[string, () => Promise<Database>]>([
  ["DuckDB", () => duckDb()],
  ["ClickHouse", () => chDb()],
])("%s counts the ways through a site, and skips what was never a request", async (_name, open) => {
  const database = await open();
  try {
    const { writer } = database;
    const cell = (value: string | null): string =>
      value === null
        ? `CASE WHEN ${writer.boolean(false)} THEN ${writer.text("")} END`
        : writer.text(value);
    const values = rows.map(
      ([method = "", host = "", uri = null]) =>
        `SELECT ${cell(method)} AS method, ${cell(host)} AS host, ${cell(uri)} AS uri`,
    );
    const found = await siteImpactOf(site, {
      database,
      from: `(${values.join(" UNION ALL ")}) AS log`,
      columns: { fields: new Set(["method", "host", "uri"]), headers: {} },
    });

    expect(found).toMatchObject({
      rows: 6,
      skipped: 1,
      seen: 5,
      unknown: 1,
      elsewhere: 1,
      hosts: [{ host: "other.example", count: 1 }],
      reasons: [{ cause: { kind: "missing", name: "uri" }, count: 1 }],
    });
    expect(found.ways.map(({ kind, count }) => [kind, count])).toEqual([
      ["denied", 2],
      ["forwarded", 1],
      ["unknown", 1],
    ]);
  } finally {
    await database.close();
  }
});
