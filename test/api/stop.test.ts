import {
  Cancelled,
  RateLimited,
  ServiceFailure,
  type ClientEvent,
  type ClientOptions,
} from "@traffic-policy/api";
import { expect, test } from "vitest";
import { failing } from "./failing.ts";
import { clientOf } from "./local-service.ts";
import { fill } from "./operations.ts";
import { Service } from "./server.ts";

/** A service with an edge, a client of it, and a stop of its operations. */
async function stoppable(options: Partial<ClientOptions> = {}): Promise<{
  service: Service;
  client: ReturnType<typeof clientOf>;
  controller: AbortController;
  stop: AbortSignal;
  events: ClientEvent[];
}> {
  const service = await Service.start();
  fill(service);
  const events: ClientEvent[] = [];
  const controller = new AbortController();
  const client = clientOf(service.baseUrl, {
    onEvent: (event) => void events.push(event),
    ...options,
  });
  return { service, client, controller, stop: controller.signal, events };
}

test("before anything was sent: nothing is", async () => {
  const { service, client, controller, stop } = await stoppable();
  controller.abort(new Error("enough"));
  const error = await failing(Cancelled, client.tcpEdges.get("edge_a", { stop }));
  expect(error).toMatchObject({ effect: "none", cause: new Error("enough") });
  expect(service.seen).toEqual([]);
});

test("a request under way is finished", async () => {
  const { service, client, controller, stop } = await stoppable();
  service.faultOf = () => {
    controller.abort();
    return { kind: "delay", milliseconds: 20 };
  };
  const written = client.tcpEdges.update("edge_a", { description: "new" }, { stop });
  expect(await written).toMatchObject({ description: "new" });
});

test("a request under way that fails is not repeated, and its error is told", async () => {
  const { service, client, controller, stop } = await stoppable({ retries: { attempts: 3 } });
  service.faultOf = () => {
    controller.abort();
    return { kind: "status", status: 503 };
  };
  await failing(ServiceFailure, client.tcpEdges.get("edge_a", { stop }));
  expect(service.seen).toHaveLength(1);
});

test("a wait before a repetition ends, with the error of the attempt before", async () => {
  const { service, client, controller, stop } = await stoppable({
    retries: { attempts: 3, firstDelay: 60_000, longestDelay: 60_000 },
    onEvent: () => setImmediate(() => controller.abort()),
  });
  service.faultOf = () => ({ kind: "status", status: 429 });
  const error = await failing(RateLimited, client.tcpEdges.get("edge_a", { stop }));
  expect(error.attempts).toBe(1);
  expect(service.seen).toHaveLength(1);
});

test("a wait for the limit of requests ends, and nothing is sent", async () => {
  const { service, client, controller, stop, events } = await stoppable({ requestsPerMinute: 1 });
  await client.tcpEdges.get("edge_a");
  const waiting = client.tcpEdges.get("edge_a", { stop });
  expect(events).toMatchObject([{ kind: "wait" }]);
  controller.abort();
  await failing(Cancelled, waiting);
  expect(service.seen).toHaveLength(1);
});

test("a wait for the limit before a repetition ends with the error of the attempt before", async () => {
  const { service, client, controller, stop } = await stoppable({
    requestsPerMinute: 1,
    retries: { attempts: 3, firstDelay: 0 },
    onEvent: ({ kind }) => void (kind === "wait" && setImmediate(() => controller.abort())),
  });
  service.faultOf = () => ({ kind: "status", status: 503 });
  await failing(ServiceFailure, client.tcpEdges.get("edge_a", { stop }));
  expect(service.seen).toHaveLength(1);
});

test("a request that waits for a connection is not sent", async () => {
  const { service, client, controller, stop } = await stoppable({ connections: 1 });
  service.faultOf = () => {
    controller.abort();
    return { kind: "delay", milliseconds: 20 };
  };
  const first = client.tcpEdges.get("edge_a", { stop });
  const second = failing(Cancelled, client.tcpEdges.get("edge_a", { stop }));
  expect(await first).toMatchObject({ id: "edge_a" });
  await second;
  expect(service.seen).toHaveLength(1);
});

test("between two pages of a list: the second is not asked for", async () => {
  const { service, client, controller, stop } = await stoppable();
  service.addEdges(...Array.from({ length: 150 }, (_item, index) => ({ id: `edge_${index}` })));
  service.faultOf = () => void controller.abort();
  const pages = client.tcpEdges.list({ stop }).pages();
  expect((await pages.next()).done).toBe(false);
  await failing(Cancelled, pages.next());
  expect(service.seen).toHaveLength(1);
});

test("a signal ends what was stopped already", async () => {
  const { service, client, controller, stop } = await stoppable();
  const hard = new AbortController();
  service.faultOf = () => {
    controller.abort();
    setImmediate(() => hard.abort());
    return { kind: "silence", when: "before the headers" };
  };
  const { signal } = hard;
  const error = await failing(Cancelled, client.tcpEdges.delete("edge_a", { stop, signal }));
  expect(error.effect).toBe("possible");
});
