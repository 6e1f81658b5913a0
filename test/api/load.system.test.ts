import { createClient, type TcpEdge } from "@traffic-policy/api";
import { createEmulator } from "@traffic-policy/emulator";
import { expect, onTestFinished, test } from "vitest";
import { howMany } from "../seeded.ts";
import { apiKey } from "./api-key.ts";
import { clientOf } from "./local-service.ts";
import { Service } from "./server.ts";

const clients = 50;
const edgesOfEach = howMany(20, 100);

test(`${clients} clients with ${2 * edgesOfEach} operations each on one emulator: none is lost`, async () => {
  const emulator = await createEmulator({ apiKey });
  onTestFinished(() => emulator.close());
  const start = performance.now();
  const work = async (name: string): Promise<TcpEdge[]> => {
    const client = createClient({ baseUrl: emulator.baseUrl, apiKey });
    const edges: TcpEdge[] = [];
    for (let index = 0; index < edgesOfEach; index += 1) {
      const { id } = await client.tcpEdges.create({ description: `${name}, edge ${index}` });
      edges.push(await client.tcpEdges.update(id, { metadata: `${name}, metadata ${index}` }));
    }
    await client.close();
    return edges;
  };
  const made = await Promise.all(Array.from({ length: clients }, (_item, name) => work(`${name}`)));
  const seconds = (performance.now() - start) / 1000;
  const all = made.flat();
  console.log(`${all.length * 2} operations in ${seconds.toFixed(1)} seconds`);

  expect(new Set(all.map(({ id }) => id)).size).toBe(clients * edgesOfEach);
  for (const [name, edges] of made.entries()) {
    for (const [index, edge] of edges.entries()) {
      expect(edge.description).toBe(`${name}, edge ${index}`);
      expect(edge.metadata).toBe(`${name}, metadata ${index}`);
    }
  }
  // And the service still has each of them, as it was answered.
  const client = clientOf(emulator.baseUrl);
  const stored = await Promise.all(all.map(({ id }) => client.tcpEdges.get(id)));
  expect(stored).toEqual(all);
}, 120_000);

test("10,000 edges are listed in a hundred requests over two connections", async () => {
  const service = await Service.start();
  service.addEdges(...Array.from({ length: 10_000 }, (_item, index) => ({ id: `edge_${index}` })));
  let next = 0;
  for await (const { id } of clientOf(service.baseUrl).tcpEdges.list()) {
    expect(id).toBe(`edge_${next}`);
    next += 1;
  }
  expect(next).toBe(10_000);
  expect(service.seen).toHaveLength(100);
  expect(service.connections).toBeLessThanOrEqual(2);
});
