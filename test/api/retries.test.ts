import {
  Cancelled,
  ConnectionFailed,
  NotFound,
  RateLimited,
  ServiceFailure,
  Timeout,
  UnexpectedResponse,
  type ClientEvent,
  type ClientOptions,
} from "@traffic-policy/api";
import { describe, expect, test } from "vitest";
import { expectNoKey } from "./api-key.ts";
import { failing } from "./failing.ts";
import { clientOf, nobody, onSocket } from "./local-service.ts";
import { fill } from "./operations.ts";
import { Service, type Fault } from "./server.ts";

/** A service whose first requests meet these faults, with a client that tells its events. */
async function meeting(
  faults: readonly Fault[],
  options: Partial<ClientOptions> = {},
): Promise<{ service: Service; client: ReturnType<typeof clientOf>; events: ClientEvent[] }> {
  const service = await Service.start();
  fill(service);
  service.faultOf = (index) => faults[index];
  const events: ClientEvent[] = [];
  const client = clientOf(service.baseUrl, {
    retries: { attempts: 4, firstDelay: 1 },
    onEvent: (event) => void events.push(event),
    ...options,
  });
  return { service, client, events };
}

const failure: Fault = { kind: "status", status: 503 };
const limited: Fault = { kind: "status", status: 429 };
const lost: Fault = { kind: "reset", when: "after" };

describe("what passes", () => {
  test("is tried again until it succeeds, and each time is told", async () => {
    const { service, client, events } = await meeting([failure, lost, limited]);
    expect(await client.tcpEdges.get("edge_a")).toMatchObject({ id: "edge_a" });
    expect(service.seen).toHaveLength(4);
    expect(events).toMatchObject([
      { kind: "retry", attempt: 2, error: expect.any(ServiceFailure) },
      { kind: "retry", attempt: 3, error: expect.any(ConnectionFailed) },
      { kind: "retry", attempt: 4, error: expect.any(RateLimited) },
    ]);
    for (const event of events) {
      expect(event).toMatchObject({
        operation: "get TCP edge",
        method: "GET",
        path: "/edges/tcp/edge_a",
      });
      expect(event.delay).toBeGreaterThanOrEqual(0);
      expectNoKey(event);
    }
  });

  test("is not tried more often than allowed, and the error counts", async () => {
    const { service, client, events } = await meeting([failure, failure, failure, failure]);
    const error = await failing(ServiceFailure, client.tcpEdges.get("edge_a"));
    expect(error).toMatchObject({ attempts: 4, transient: true, status: 503 });
    expect(service.seen).toHaveLength(4);
    expect(events).toHaveLength(3);
  });

  test("is not tried again by a client that has one attempt", async () => {
    const { service, client } = await meeting([failure], { retries: { attempts: 1 } });
    await failing(ServiceFailure, client.tcpEdges.get("edge_a"));
    expect(service.seen).toHaveLength(1);
  });

  test("may be that nobody listens yet", async () => {
    const baseUrl = await nobody();
    const events: ClientEvent[] = [];
    const client = clientOf(baseUrl, {
      retries: { attempts: 3, firstDelay: 1 },
      onEvent: (event) => void events.push(event),
    });
    const error = await failing(ConnectionFailed, client.tcpEdges.create({}));
    expect(error).toMatchObject({ attempts: 3, effect: "none", transient: true });
    expect(events).toHaveLength(2);
  });
});

describe("what does not pass", () => {
  test.each([
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [409, false],
    [418, false],
    [501, false],
    [505, false],
    [408, true],
    [500, true],
    [504, true],
    [522, true],
  ])("%d is tried again: %s", async (status, again) => {
    const { service, client } = await meeting([{ kind: "status", status }]);
    await client.tcpEdges.get("edge_a").catch(() => undefined);
    expect(service.seen).toHaveLength(again ? 2 : 1);
  });

  test("a host that does not exist is not looked up again", async () => {
    const baseUrl = "https://does-not-exist.invalid";
    const client = clientOf(baseUrl, { retries: { attempts: 3, firstDelay: 1 } });
    const error = await client.tcpEdges.get("edge_a").catch((reason: unknown) => reason);
    // Without any network the resolver says that it cannot tell, which may pass.
    const told = (error as ConnectionFailed).message.includes("no such host");
    expect((error as ConnectionFailed).attempts).toBe(told ? 1 : 3);
  });
});

describe("a creation", () => {
  test.each([
    ["was refused as one too many", limited, 2],
    ["failed on the service", failure, 1],
    ["got no answer", lost, 1],
    ["got half an answer", { kind: "half" } as const, 1],
  ])("that %s", async (_what, fault, requests) => {
    const { service, client } = await meeting([fault]);
    const before = Object.keys(service.snapshot().edges).length;
    const created = await client.tcpEdges.create({}).then(
      () => true,
      (error: { effect: string }) => error.effect === "none",
    );
    expect(created).toBe(requests === 2);
    expect(service.seen).toHaveLength(requests);
    expect(Object.keys(service.snapshot().edges).length - before).toBeLessThanOrEqual(1);
  });

  test("that never left this machine is tried again", async () => {
    // The first connection is cut during the handshake of TLS, before any request.
    const { baseUrl, connections } = await onSocket((socket) => socket.destroy());
    const client = clientOf(baseUrl.replace("http:", "https:"), {
      retries: { attempts: 3, firstDelay: 1 },
    });
    const error = await failing(ConnectionFailed, client.tcpEdges.create({}));
    expect(error).toMatchObject({ attempts: 3, effect: "none" });
    expect(connections()).toBe(3);
  });
});

describe("a change that is to be made only once", () => {
  test("is treated like a creation", async () => {
    const { service, client } = await meeting([limited, lost]);
    const update = client.tcpEdges.update("edge_a", { description: "x" }, { onlyOnce: true });
    const error = await failing(ConnectionFailed, update);
    expect(error).toMatchObject({ attempts: 2, effect: "possible" });
    expect(service.seen).toHaveLength(2);
  });
});

describe("the effect of several attempts", () => {
  test("is possible when that of an earlier one was", async () => {
    const { client } = await meeting([lost, { kind: "status", status: 403 }]);
    const error = await client.tcpEdges
      .update("edge_a", { description: "x" })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "Forbidden", attempts: 2, effect: "possible" });
  });

  test("a deletion that was made, and not heard of, is told in the help", async () => {
    const { client } = await meeting([lost]);
    const error = await failing(NotFound, client.tcpEdges.delete("edge_a"));
    expect(error).toMatchObject({ attempts: 2, effect: "possible" });
    expect(error.help).toBe(
      "An earlier attempt got no response and may have deleted it. It no longer exists.",
    );
  });
});

describe("Retry-After", () => {
  const inOneSecond = (): string => new Date(Date.now() + 2000).toUTCString();

  test.each([
    ["seconds", 429, () => "1"],
    ["a date", 503, inOneSecond],
  ])("in %s is waited for", async (_what, status, retryAfter) => {
    const fault: Fault = { kind: "status", status, retryAfter: retryAfter() };
    const { client, events } = await meeting([fault], { retries: { firstDelay: 0 } });
    await client.tcpEdges.get("edge_a");
    const [event] = events;
    // A date has whole seconds, so that up to one of the two may be gone.
    expect(event?.delay).toBeGreaterThanOrEqual(1000);
    expect(event?.kind === "retry" ? event.error.retryAfter : undefined).toBe(event?.delay);
  });

  test("that is longer than the operation may take ends it at once", async () => {
    const fault: Fault = { kind: "status", status: 429, retryAfter: "3600" };
    const { service, client, events } = await meeting([fault]);
    const error = await failing(RateLimited, client.tcpEdges.get("edge_a"));
    expect(error).toMatchObject({ attempts: 1, status: 429, retryAfter: 3_600_000 });
    expect(error.help).toBe("Wait 3600 seconds, and try again.");
    expect(events).toEqual([]);

    // The pause is for all: nothing else is sent either.
    const next = await failing(RateLimited, client.tcpEdges.create({}));
    expect(next).toMatchObject({ attempts: 0, effect: "none", status: undefined });
    expect(next.message).toMatch(
      /^The request was not sent: the service asks for a pause of 3[56]/,
    );
    expect(service.seen).toHaveLength(1);
  });
});

describe("between two attempts", () => {
  const slow = { retries: { attempts: 3, firstDelay: 60_000, longestDelay: 60_000 } };
  const later: Fault = { kind: "status", status: 429, retryAfter: "60" };

  test("the signal ends the wait", async () => {
    const controller = new AbortController();
    const { service, client } = await meeting([later], {
      ...slow,
      onEvent: () => controller.abort(new Error("enough")),
    });
    const { signal } = controller;
    const error = await failing(Cancelled, client.tcpEdges.create({}, { signal }));
    expect(error).toMatchObject({ attempts: 1, effect: "none", cause: new Error("enough") });
    expect(service.seen).toHaveLength(1);
  });

  test("the effect of the one before is not forgotten", async () => {
    const controller = new AbortController();
    const { client } = await meeting([lost], { onEvent: () => controller.abort() });
    const { signal } = controller;
    const update = client.tcpEdges.update("edge_a", { description: "x" }, { signal });
    expect(await failing(Cancelled, update)).toMatchObject({ effect: "possible" });
  });

  test("a wait past the deadline is not begun", async () => {
    const later503: Fault = { kind: "status", status: 503, retryAfter: "60" };
    const { client } = await meeting([later503], { timeouts: { total: 5000 } });
    const error = await failing(ServiceFailure, client.tcpEdges.get("edge_a"));
    expect(error).toMatchObject({ attempts: 1, retryAfter: 60_000 });
  });
});

describe("the total deadline", () => {
  test("holds for all attempts together", async () => {
    const silence: Fault = { kind: "silence", when: "before the headers" };
    const { service, client } = await meeting([silence, silence, silence, silence], {
      timeouts: { headers: 300, total: 500 },
    });
    const error = await failing(Timeout, client.tcpEdges.get("edge_a"));
    expect(error.message).toMatch(/^No (complete )?response from .* within 0\.[35] seconds\.$/);
    expect(error.attempts).toBeLessThan(4);
    expect(service.seen.length).toBe(error.attempts);
  });
});

test("what the listener throws ends the operation", async () => {
  const { service, client } = await meeting([failure], {
    onEvent: () => {
      throw new Error("of the listener");
    },
  });
  await expect(client.tcpEdges.get("edge_a")).rejects.toThrow("of the listener");
  expect(service.seen).toHaveLength(1);
});

test("closing waits for what is being tried again", async () => {
  const { service, client } = await meeting([failure, failure]);
  const get = client.tcpEdges.get("edge_a");
  await client.close();
  expect(await get).toMatchObject({ id: "edge_a" });
  expect(service.seen).toHaveLength(3);
});

test("an answer of a wrong shape is asked for once", async () => {
  const { service, client } = await meeting([{ kind: "not JSON" }]);
  const error = await failing(UnexpectedResponse, client.tcpEdges.get("edge_a"));
  expect(error).toMatchObject({ attempts: 1, transient: false });
  expect(service.seen).toHaveLength(1);
});
