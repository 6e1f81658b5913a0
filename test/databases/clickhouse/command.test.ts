import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ImpactOutput } from "../../../packages/cli/src/commands/impact/output.ts";
import { run } from "../../../packages/cli/src/program.ts";
import { testContext } from "../../cli/context.ts";
import { startCluster, type Cluster } from "./cluster.ts";

const packages = fileURLToPath(new URL("../node_modules", import.meta.url));
const rows = 3000;

let cluster: Cluster;
let folder: string;

const before = {
  inbound: [
    {
      name: "Methods",
      expressions: ["req.method in ['TRACE', 'CONNECT']"],
      actions: [{ type: "deny", config: { status_code: 405 } }],
    },
  ],
};
const after = {
  inbound: [
    ...before.inbound,
    {
      name: "Scanners",
      expressions: ["req.url.path.startsWith('/wp-') || 'b' in getQueryParam('a')"],
      actions: [{ type: "deny", config: { status_code: 404 } }],
    },
    {
      name: "Tools",
      expressions: ["req.user_agent.startsWith('curl/')"],
      actions: [{ type: "deny" }],
    },
  ],
};

const columns =
  "time DateTime, scheme String, method String, host String, uri String, client_ip Nullable(String), request_headers Nested(name String, value String)";

/** Some of the rows, of which most end otherwise than before, and some take the engine. */
function some(condition: string): string {
  return `SELECT toDateTime(1790000000 + number * 60), 'https', ['GET', 'POST', 'TRACE'][1 + number % 3], ['a.example', 'b.example'][1 + number % 2], concat(['/wp-', '/', '/%77p-', '/?a=%62&n='][1 + number % 4], toString(number % 50)), if(number % 10 = 0, NULL, concat('192.0.', toString(number % 7), '.1')), ['User-Agent'], [['curl/8', 'Mozilla/5.0'][1 + intDiv(number, 3) % 2]] FROM numbers(${rows}) WHERE ${condition}`;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "traffic-policy-cluster-"));
  symlinkSync(packages, join(folder, "node_modules"));
  writeFileSync(join(folder, "before.json"), JSON.stringify(before));
  writeFileSync(join(folder, "after.json"), JSON.stringify(after));
  const adapter = {
    format: "table",
    fields: { scheme: "scheme", method: "method", host: "uri", uri: "host" },
  };
  writeFileSync(join(folder, "swapped.json"), JSON.stringify(adapter));
  cluster = await startCluster();
  for (const node of [0, 1, 2]) {
    await cluster.run(node, `CREATE TABLE logs (${columns}) ENGINE = MergeTree ORDER BY time`);
    await cluster.run(node, `INSERT INTO logs ${some(`intHash32(number) % 3 = ${node}`)}`);
    await cluster.run(
      node,
      "CREATE TABLE all_logs AS logs ENGINE = Distributed(three, default, logs)",
    );
  }
  await cluster.run(0, `CREATE TABLE whole (${columns}) ENGINE = MergeTree ORDER BY time`);
  await cluster.run(0, `INSERT INTO whole ${some("1")}`);
  for (const [table, order] of [
    ["plain", "host, uri"],
    ["swapped", "uri, host"],
  ] as const) {
    await cluster.run(
      0,
      `CREATE TABLE ${table} (scheme String, method String, host String, uri String) ENGINE = Memory`,
    );
    await cluster.run(0, `INSERT INTO ${table} SELECT scheme, method, ${order} FROM whole`);
  }
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

interface Printed {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** What the command prints, of one node, or of all. */
async function impact(table: string, urls: readonly string[], ...more: string[]): Promise<Printed> {
  const context = await testContext(folder);
  const databases = urls.flatMap((url) => ["--database", url]);
  const words = ["impact", "before.json", "after.json", "--table", table, ...databases, ...more];
  const status = await run(words, context);
  return {
    status,
    out: context.printed.out.replace(/\b(?:all(?:_|&#95;)logs|whole)\b/, "logs"),
    err: context.printed.err,
  };
}

test.each([
  [[]],
  [["--format", "markdown"]],
  [["--where", "req.host == 'a.example'", "--group-by", "path,network", "--top", "3"]],
  [["--since", "2026-09-22", "--until", "2026-09-23T01:00:00Z"]],
  [["--untranslated", "engine", "--examples", "10"]],
])(
  "three databases, one table of all of them, and one of all rows are told of alike: %j",
  async (more) => {
    const [url = ""] = cluster.urls;
    const ofOne = await impact("whole", [url], ...more);
    expect(ofOne).toMatchObject({ status: 1, err: "" });
    expect(await impact("logs", cluster.urls, ...more)).toEqual(ofOne);
    expect(await impact("all_logs", [url], ...more)).toEqual(ofOne);
  },
);

async function counted(...given: Parameters<typeof impact>): Promise<ImpactOutput> {
  const { out } = await impact(...given, "--format", "json");
  return JSON.parse(out) as ImpactOutput;
}

test("a report of three databases tells of all rows, also of those that the engine decides", async () => {
  const found = await counted("logs", cluster.urls);
  expect(found).toMatchObject({ rows, seen: rows, unknown: 0 });
  expect(found.byEngine).toBeGreaterThan(100);
});

test("a sample is one of the rows of each", async () => {
  const found = await counted("logs", cluster.urls, "--sample", "50%");
  expect(found.rows).toBeGreaterThan(rows / 4);
  expect(found.rows).toBeLessThan((rows * 3) / 4);
});

test("an adapter may give a field the name of another column", async () => {
  const [url = ""] = cluster.urls;
  const found = await counted("swapped", [url], "--columns", "swapped.json");
  expect(found.dimensions).toEqual((await counted("plain", [url])).dimensions);
  expect(found.newlyDenied).toBeGreaterThan(100);
});

test.each([
  ["all_logs", /gives the rows of other servers/],
  ["nothing", /nothing doesn't exist/],
])("%s of each is refused, and nothing is told", async (table, message) => {
  const { status, out, err } = await impact(table, cluster.urls);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toMatch(message);
});

test("one server by two names is refused", async () => {
  const [url = "", other = ""] = cluster.urls;
  const { status, out, err } = await impact("logs", [
    url,
    other,
    url.replace("127.0.0.1", "localhost"),
  ]);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toContain("It is the same server as another one.");
});

test("a node that is gone is named, and nothing is told", async () => {
  cluster.kill(1);
  const { status, out, err } = await impact("logs", cluster.urls);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toContain(new URL(cluster.urls[1] ?? "").host);
});
