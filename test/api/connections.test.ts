import { describe, expect, test } from "vitest";
import { clientOf } from "./local-service.ts";
import { fill, operations } from "./operations.ts";
import { Service } from "./server.ts";

describe("connections", () => {
  // undici gives a connection free one turn of the event loop after its answer, so that a request
  // which follows at once takes a second one; the two then take turns.
  test("are used again: three times all operations, one after the other, over two", async () => {
    const service = await Service.start();
    const client = clientOf(service.baseUrl);
    for (let round = 0; round < 3; round += 1) {
      fill(service);
      for (const { run } of operations) await run(client);
    }
    expect(service.seen).toHaveLength(3 * operations.length);
    expect(service.connections).toBeLessThanOrEqual(2);
  });

  test.each([1, 3])("are %d at most for many operations at once", async (connections) => {
    const service = await Service.start();
    service.addEdges({ id: "edge_a" });
    const client = clientOf(service.baseUrl, { connections });
    await Promise.all(Array.from({ length: 40 }, () => client.tcpEdges.get("edge_a")));
    expect(service.seen).toHaveLength(40);
    expect(service.connections).toBe(connections);
  });
});

describe("the limit of requests", () => {
  test("is shared by all operations of a client, and waiting is told", async () => {
    const service = await Service.start();
    fill(service);
    const waits: unknown[] = [];
    const client = clientOf(service.baseUrl, {
      requestsPerMinute: 3,
      timeouts: { total: 300 },
      onEvent: (event) => void waits.push(event),
    });
    const results = await Promise.allSettled(operations.map(({ run }) => run(client)));
    expect(service.seen).toHaveLength(3);
    const late = results.find(({ status }) => status === "rejected");
    expect(late).toMatchObject({
      reason: {
        name: "Timeout",
        attempts: 0,
        effect: "none",
        message:
          "The request was not sent: the limit of 3 requests a minute left no room for it within 0.3 seconds.",
      },
    });
    expect(waits).toHaveLength(operations.length - 3);
    expect(waits[0]).toMatchObject({ kind: "wait", requestsPerMinute: 3 });
  });
});
