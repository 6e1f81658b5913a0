import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type TcpEdge } from "@traffic-policy/api";
import { createEmulator, type ReceivedRequest } from "@traffic-policy/emulator";
import { expect, onTestFinished, test } from "vitest";
import { howMany } from "../seeded.ts";
import { clientOf } from "../api/local-service.ts";

const edgesOfEach = howMany(10, 50);
const operations = 4 * edgesOfEach;

test(`50 clients with ${operations} operations each on a data file: none is lost, also after a restart`, async () => {
  const folder = await mkdtemp(join(tmpdir(), "emulator-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const dataFile = join(folder, "emulator.json");
  const connections = new Map<number, number>();
  const count = ({ connection }: ReceivedRequest): void => {
    connections.set(connection, (connections.get(connection) ?? 0) + 1);
  };
  const first = await createEmulator({ dataFile, onRequest: count });
  const start = performance.now();
  const work = async (name: number): Promise<TcpEdge[]> => {
    const client = createClient({ baseUrl: first.baseUrl, apiKey: "any", connections: 1 });
    const edges: TcpEdge[] = [];
    for (let index = 0; index < edgesOfEach; index++) {
      const { id } = await client.tcpEdges.create({ description: `${name}/${index}` });
      const gone = await client.tcpEdges.create({});
      edges.push(
        await client.tcpEdges.update(id, {
          traffic_policy: { value: `{"inbound":[],"n":${index}}` },
        }),
      );
      await client.tcpEdges.delete(gone.id);
    }
    await client.close();
    return edges;
  };
  const made = (await Promise.all(Array.from({ length: 50 }, (_item, name) => work(name)))).flat();
  const seconds = (performance.now() - start) / 1000;
  console.log(`${50 * operations} operations, each saved to a file, in ${seconds.toFixed(1)} s`);
  await first.close();

  expect([connections.size, new Set(connections.values())]).toEqual([50, new Set([operations])]);
  const second = await createEmulator({ dataFile });
  onTestFinished(() => second.close());
  const stored: TcpEdge[] = [];
  for await (const edge of clientOf(second.baseUrl).tcpEdges.list()) stored.push(edge);
  const byId = (edges: readonly TcpEdge[]): unknown =>
    Object.fromEntries(edges.map(({ uri: _uri, ...edge }) => [edge.id, edge]));
  expect(byId(stored)).toEqual(byId(made));
}, 120_000);
