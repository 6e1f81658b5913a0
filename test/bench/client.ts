import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createClient, type Client, type Target } from "@traffic-policy/api";
import { Bench } from "tinybench";
import { figuresOf } from "./expressions.ts";
import { printRows, printTable, type Row } from "./table.ts";

/** The client beside `fetch`, on a service in another process; and what a long list takes. */
export async function benchClient(): Promise<void> {
  const service = spawn(
    process.execPath,
    [fileURLToPath(new URL("fixtures/list-service.js", import.meta.url))],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [port] = (await once(service.stdout, "data")) as [Buffer];
  const origin = `http://127.0.0.1:${port.toString().trim()}`;
  const client = createClient({ baseUrl: `${origin}/100`, apiKey: "any" });
  try {
    await benchOperations(client, origin);
    await listMany(origin);
  } finally {
    await client.close();
    service.kill();
  }
}

async function benchOperations(client: Client, origin: string): Promise<void> {
  const json = async (path: string): Promise<unknown> =>
    (await fetch(`${origin}/100${path}`)).json();
  const targets = Array.from({ length: 100 }, (_item, index): Target => ({
    kind: "tcp-edge",
    edge: `edge_${index}`,
  }));

  const one = new Bench({ time: 1000 })
    .add("fetch, and json()", () => json("/edges/tcp/edge_1"))
    .add("client.tcpEdges.get", () => client.tcpEdges.get("edge_1"));
  await one.run();
  printTable("One edge, over loopback", figuresOf(one));

  const page = new Bench({ time: 1000 })
    .add("fetch, and json()", () => json("/edges/tcp"))
    .add("client.tcpEdges.listPage", () => client.tcpEdges.listPage());
  await page.run();
  printTable("A page of 100 edges, over loopback", figuresOf(page));

  const policies = new Bench({ time: 1000 })
    .add("readPolicies, from the list", () => client.readPolicies(targets))
    .add("readPolicy for each, at once", () =>
      Promise.all(targets.map((target) => client.readPolicy(target))),
    );
  await policies.run();
  printTable("The stored policies of 100 edges, over loopback", figuresOf(policies));
}

async function listMany(origin: string): Promise<void> {
  const rows: Row[] = [];
  for (const count of [1000, 10_000, 100_000]) {
    const client = createClient({ baseUrl: `${origin}/${count}`, apiKey: "any" });
    const start = performance.now();
    let edges = 0;
    let most = 0;
    for await (const { id } of client.tcpEdges.list()) {
      edges += id === "" ? 0 : 1;
      if (edges % 100 === 0) most = Math.max(most, process.memoryUsage.rss());
    }
    rows.push({
      name: `${edges.toLocaleString("en")} edges`,
      value: performance.now() - start,
      unit: "ms",
      note: `at most ${(most / 2 ** 20).toFixed(0)} MiB of memory`,
    });
    await client.close();
  }
  printRows("Lists, item by item", rows);
}
