import { compileSite } from "@traffic-policy/policy-engine";
import { duckdb, type Database, type FieldName } from "@traffic-policy/policy-impact";
import {
  siteImpactOf,
  type SiteImpact,
  type SiteImpactOptions,
} from "@traffic-policy/policy-impact/internal";
import { siteImpactLines } from "@traffic-policy/policy-impact/report";
import type { Site } from "@traffic-policy/policy-language/internal";
import { withoutColors } from "@traffic-policy/report";
import { expect, test } from "vitest";
import { aSite, forward, policy, rule } from "../policy-engine/site/a-site.ts";

const deny = { type: "deny", config: { status_code: 403 } };

const shop = aSite({
  "https://shop.example": {
    server: "8080",
    policy: policy([
      rule(["req.url.path.startsWith('/bills/')"], forward("https://bills.internal")),
      rule(["req.url.path == '/gone'"], forward("https://gone.internal")),
    ]),
  },
  "https://bills.internal": {
    server: "http://user:secret@localhost:3001",
    policy: policy([rule(["conn.client_ip == '192.0.2.9'"], deny)]),
  },
  "https://idle.internal": { server: true },
});

type Row = readonly [record: Readonly<Record<string, string | null>>, count: number];

const at = (uri: string, more: Row[0] = {}): Row[0] => ({
  host: "shop.example",
  scheme: "https",
  uri,
  client_ip: "192.0.2.1",
  ...more,
});

test("requests are counted by the whole way, whose last part is a server or an answer", async () => {
  const { ways, seen, unknown } = await impactOf(shop, [
    [at("/"), 3],
    [at("/bills/1"), 2],
    [at("/bills/2"), 5],
    [at("/bills/1", { client_ip: "192.0.2.9" }), 4],
    [at("/gone"), 1],
  ]);

  const [first, inner] = ["https://shop.example", "https://bills.internal"];
  expect(ways).toEqual([
    {
      endpoints: [first, inner],
      kind: "forwarded",
      servers: ["http://…@localhost:3001"],
      count: 7,
    },
    { endpoints: [first, inner], kind: "denied", status: 403, servers: [], count: 4 },
    { endpoints: [first], kind: "forwarded", servers: ["8080"], count: 3 },
    {
      endpoints: [first],
      kind: "failed",
      servers: [],
      error: "No internal endpoint of the site has the URL https://gone.internal.",
      count: 1,
    },
  ]);
  expect([seen, unknown]).toEqual([15, 0]);
});

test("hosts that no endpoint has are counted in one spelling, and endpoints without a request are listed", async () => {
  const { hosts, elsewhere, idle, ways } = await impactOf(shop, [
    [at("/", { host: "Old.example" }), 2],
    [at("/", { host: "old.example:443" }), 3],
    [at("/", { host: "old.example:8443" }), 4],
    [at("/", { host: "SHOP.example:443" }), 1],
  ]);

  expect(hosts).toEqual([
    { host: "old.example", count: 5 },
    { host: "old.example:8443", count: 4 },
  ]);
  expect(elsewhere).toBe(9);
  expect(ways.map(({ count }) => count)).toEqual([1]);
  expect(idle).toEqual(["https://bills.internal", "https://idle.internal"]);
});

test.each<[string, Row[0], string]>([
  ["an address that decides", at("/bills/1", { client_ip: null }), "client_ip"],
  ["a path", at("/", { uri: null }), "uri"],
])("without %s the way is not known, and the report says why", async (_what, record, name) => {
  const { unknown, reasons, ways } = await impactOf(shop, [[record, 2]]);

  expect(unknown).toBe(2);
  expect(reasons).toEqual([{ cause: { kind: "missing", name }, count: 2 }]);
  expect(ways).toEqual([
    { endpoints: ["https://shop.example"], kind: "unknown", servers: [], count: 2 },
  ]);
});

test("what the log lacks matters only where a policy on the way asks for it", async () => {
  const { unknown } = await impactOf(shop, [[at("/", { client_ip: null }), 2]]);
  expect(unknown).toBe(0);
});

test("a request for no host, and one of either scheme, are not known", async () => {
  const both = aSite({
    "https://shop.example": { server: "1" },
    "http://shop.example": { server: "2" },
  });

  const { reasons, ways } = await impactOf(both, [
    [at("/", { host: null }), 1],
    [at("/", { scheme: null }), 2],
    [at("/", { scheme: "http" }), 4],
  ]);

  expect(reasons).toEqual([
    { cause: { kind: "missing", name: "scheme" }, count: 2 },
    { cause: { kind: "missing", name: "host" }, count: 1 },
  ]);
  expect(ways[0]).toMatchObject({ endpoints: ["http://shop.example"], servers: ["2"], count: 4 });
});

test("without a scheme in the log, the only endpoint of a host receives its requests", async () => {
  const { ways } = await impactOf(aSite({ "http://shop.example": { server: "2" } }), [
    [at("/", { scheme: null }), 1],
  ]);
  expect(ways).toMatchObject([{ endpoints: ["http://shop.example"], kind: "forwarded" }]);
});

test.each([
  [
    "rate-limit",
    { name: "a", algorithm: "sliding_window", capacity: 9, rate: "60s", bucket_key: [] },
  ],
  ["jwt-validation", {}],
])("only the service knows what %s does, unless a stub says so", async (type, config) => {
  const site = aSite({
    "https://shop.example": { server: "1", policy: policy([rule([], { type, config } as never)]) },
  });

  const { reasons } = await impactOf(site, [[at("/"), 2]]);
  const stubbed = await impactOf(site, [[at("/"), 2]], { stubs: { [type]: 401 } });

  expect(reasons).toContainEqual({
    cause: { kind: "action", what: `${type} lets it pass` },
    count: 2,
  });
  expect(stubbed.ways).toMatchObject([{ kind: "denied", status: 401, count: 2 }]);
});

test("the members of a pool are one way when they end alike, and otherwise it is not known", async () => {
  const to = { policy: policy([rule([], forward("https://api.internal"))]) };
  const alike = await impactOf(
    aSite({
      "https://shop.example": to,
      "https://api.internal": [{ server: "1" }, { server: "2" }],
    }),
    [[at("/"), 2]],
  );
  const unlike = await impactOf(
    aSite({
      "https://shop.example": to,
      "https://api.internal": [{ server: "1" }, { server: "2", policy: policy([rule([], deny)]) }],
    }),
    [[at("/"), 2]],
  );
  const entries = await impactOf(
    aSite({
      "https://shop.example": [{ server: "1" }, { server: "2", policy: policy([rule([], deny)]) }],
    }),
    [[at("/"), 2]],
  );

  expect(alike.ways).toMatchObject([{ kind: "forwarded", servers: ["1", "2"], count: 2 }]);
  expect([unlike.unknown, entries.unknown]).toEqual([2, 2]);
  expect(unlike.reasons).toMatchObject([
    {
      cause: {
        what: "https://api.internal → https://api.internal (https://api.internal 1) is the way",
      },
    },
  ]);
  expect(entries.reasons).toMatchObject([
    { cause: { what: "which member of a pool receives it" } },
  ]);
});

test("a policy, or an endpoint, that is not read makes the way unknown", async () => {
  const unread = aSite({ "https://shop.example": { server: "1", unread: "in a.yaml" } });
  expect((await impactOf(unread, [[at("/"), 1]])).unknown).toBe(1);
  expect((await impactOf(shop, [[at("/gone"), 1]])).unknown).toBe(0);
  expect((await impactOf(shop, [[at("/gone"), 1]], {}, { isPartial: true })).unknown).toBe(1);
});

test("only the columns that policies of the site read tell requests apart", async () => {
  const queries: string[] = [];
  await impactOf(shop, [], {}, { queries });
  const record = /to_json\(\{([^}]*)\}/.exec(queries[0] ?? "")?.[1] ?? "";
  expect([...record.matchAll(/'(\w+)':/g)].map(([, name]) => name)).toEqual([
    "scheme",
    "host",
    "uri",
    "client_ip",
  ]);
});

test("the report has the most frequent ways and hosts, and what is not known", async () => {
  const impact = await impactOf(shop, [
    [at("/"), 6],
    [at("/bills/1"), 2],
    [at("/bills/1", { client_ip: null }), 1],
    [at("/", { host: "a.example" }), 1],
    [at("/", { host: "\u001b[1mb.example" }), 1],
  ]);

  const lines = siteImpactLines(impact, { site: ".", log: "log", top: 1 }, withoutColors);

  expect(lines.join("\n")).toBe(`The site of ., on log
Requests: 11. On a way that is known: 8 (73 %).
For hosts that no endpoint has: 2 (18 %).
On a way that is not known: 1 (9.1 %).
For 1 request, the log does not have client_ip, the address of the client.

Ways
  way                                      outcome    count  share
  https://shop.example → 8080  #####.....  forwarded      6   55 %
  and 2 more

Hosts that no endpoint has
  host                count  share
  \\u001b[1mb.example      1  9.1 %
  and 1 more

Endpoints that no request is known to come to
  https://idle.internal`);
});

const fields: readonly FieldName[] = ["method", "scheme", "host", "uri", "client_ip", "status"];

async function impactOf(
  site: Site,
  rows: readonly Row[],
  settings: Pick<SiteImpactOptions, "stubs"> = {},
  {
    isPartial = false,
    queries = [],
  }: { readonly isPartial?: boolean; readonly queries?: string[] } = {},
): Promise<SiteImpact> {
  const database: Database = {
    writer: duckdb,
    keep: (sql) => {
      queries.push(sql);
      return Promise.resolve("kept");
    },
    // oxlint-disable-next-line require-await
    async *rows() {
      for (const [record, count] of rows) yield [JSON.stringify(record), false, count];
    },
    columnsOf: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  };
  return siteImpactOf(await compileSite(site, { isPartial }), {
    ...settings,
    database,
    from: "log",
    columns: { fields: new Set(fields), headers: {} },
  });
}
