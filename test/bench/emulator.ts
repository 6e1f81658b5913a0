import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type Client } from "@traffic-policy/api";
import { createEmulator } from "@traffic-policy/emulator";
import { Bench } from "tinybench";
import { figuresOf } from "./expressions.ts";
import { printRows, printTable } from "./table.ts";

const many = 10_000;
const input = { description: "an edge for measuring", traffic_policy: { value: '{"inbound":[]}' } };

/** The emulator beside a server that only answers, in memory and with a data file, small and large. */
export async function benchEmulator(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  const open: (() => Promise<unknown>)[] = [];
  const emulated = async (file?: string): Promise<Client> => {
    const dataFile = file === undefined ? undefined : join(folder, file);
    const emulator = await createEmulator({ dataFile, tcpEdges: ["edge_of_all"] });
    const client = createClient({ baseUrl: emulator.baseUrl, apiKey: "any", connections: 50 });
    open.push(async () => {
      await client.close();
      await emulator.close();
    });
    return client;
  };
  const [inMemory, inFile, inLargeFile] = [
    await emulated(),
    await emulated("small.json"),
    await emulated("large.json"),
  ];
  await createMany(inLargeFile);
  const floor = await answering(await inMemory.tcpEdges.get("edge_of_all"), open);

  const bench = new Bench({ time: 1000 })
    .add("get an edge, from a server that only answers", () => floor.tcpEdges.get("edge_of_all"))
    .add("get an edge, from the emulator", () => inMemory.tcpEdges.get("edge_of_all"))
    .add("update it, in memory", () => inMemory.tcpEdges.update("edge_of_all", input))
    .add("update it, with a data file of one edge", () =>
      inFile.tcpEdges.update("edge_of_all", input),
    )
    .add("update it, with one of 10,000 edges", () =>
      inLargeFile.tcpEdges.update("edge_of_all", input),
    );
  await bench.run();
  printTable("The emulator, over loopback and with our client", figuresOf(bench));
  await listMany(inLargeFile);
  for (const close of open) await close();
  rmSync(folder, { recursive: true });
}

/** A server that knows one answer, with a client of it. */
async function answering(answer: unknown, open: (() => Promise<unknown>)[]): Promise<Client> {
  const text = JSON.stringify(answer);
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "application/json" }).end(text);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: "any" });
  open.push(async () => {
    await client.close();
    server.close();
  });
  return client;
}

async function createMany(client: Client): Promise<void> {
  const start = performance.now();
  let left = many;
  const writers = Array.from({ length: 50 }, async () => {
    for (; left > 0; left--) await client.tcpEdges.create(input);
  });
  await Promise.all(writers);
  printRows("Creating, each saved to the data file", [
    {
      name: `${many.toLocaleString("en")} edges by 50 writers`,
      value: performance.now() - start,
      unit: "ms",
    },
  ]);
}

async function listMany(client: Client): Promise<void> {
  const start = performance.now();
  const before = process.memoryUsage.rss();
  let most = before;
  let edges = 0;
  for await (const { id } of client.tcpEdges.list()) {
    edges += id === "" ? 0 : 1;
    if (edges % 100 === 0) most = Math.max(most, process.memoryUsage.rss());
  }
  const milliseconds = performance.now() - start;
  const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  printRows("Listing through paging", [
    {
      name: `${edges.toLocaleString("en")} edges`,
      value: milliseconds,
      unit: "ms",
      note: `memory ${mebibytes(before)} before and at most ${mebibytes(most)} meanwhile`,
    },
  ]);
}
