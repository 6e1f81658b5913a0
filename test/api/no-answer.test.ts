import {
  Cancelled,
  ConnectionFailed,
  ServiceError,
  Timeout,
  type ClientEvent,
} from "@traffic-policy/api";
import { describe, expect, onTestFinished, test } from "vitest";
import { failing } from "./failing.ts";
import { answering, clientOf, emulated, nobody, onSocket } from "./local-service.ts";

describe("no connection", () => {
  test("refused: nothing can have happened", async () => {
    const baseUrl = await nobody();
    const error = await failing(ConnectionFailed, clientOf(baseUrl).tcpEdges.update("edge_1", {}));
    expect(error.message).toBe(`Could not connect to ${baseUrl}: connection refused.`);
    expect(error).toMatchObject({ effect: "none", status: undefined });
  });

  test("not TLS: nothing can have happened", async () => {
    const { baseUrl } = await answering((response) => void response.end());
    const client = clientOf(baseUrl.replace("http:", "https:"));
    const error = await failing(ConnectionFailed, client.tcpEdges.create({}));
    expect(error.message).toMatch(
      /^Could not connect to https:\S+: the server does not speak TLS\.$/,
    );
    expect(error.effect).toBe("none");
  });
});

describe("connection lost", () => {
  test("before the answer began", async () => {
    const { baseUrl, received } = await answering((response) => {
      response.socket?.resetAndDestroy();
    });
    const error = await failing(ConnectionFailed, clientOf(baseUrl).tcpEdges.update("edge_1", {}));
    expect(error.message).toMatch(
      /failed before the response was complete: connection (reset|closed)/,
    );
    expect(error.effect).toBe("possible");
    expect(received).toHaveLength(1);
  });

  test("before the body was read", async () => {
    const { baseUrl, connections } = await onSocket((socket) => {
      socket.once("data", () => socket.resetAndDestroy());
    });
    const input = {
      traffic_policy: { value: JSON.stringify({ inbound: [], x: "y".repeat(5_000_000) }) },
    };
    const change = clientOf(baseUrl).tcpEdges.update("edge_1", input);
    const error = await failing(ConnectionFailed, change);
    expect(error.effect).toBe("possible");
    expect(connections()).toBe(1);
  });

  test("in the middle of the answer", async () => {
    const { baseUrl, received } = await answering((response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write('{"id":', () => response.socket?.destroy());
    });
    const error = await failing(ConnectionFailed, clientOf(baseUrl).tcpEdges.update("edge_1", {}));
    expect(error.effect).toBe("possible");
    expect(received).toHaveLength(1);
  });

  test("while only reading: nothing can have happened", async () => {
    const { baseUrl } = await answering((response) => void response.socket?.destroy());
    const error = await failing(ConnectionFailed, clientOf(baseUrl).tcpEdges.get("edge_1"));
    expect(error.effect).toBe("none");
  });
});

describe("no answer in time", () => {
  test.each([
    ["the whole operation", { total: 200 }],
    ["the beginning of the answer", { headers: 200 }],
  ])("of %s: the same request may succeed later", async (_what, timeouts) => {
    const { baseUrl, received } = await answering(() => undefined);
    const client = clientOf(baseUrl, { timeouts });
    const error = await failing(Timeout, client.tcpEdges.get("edge_1"));
    expect(error).toMatchObject({
      transient: true,
      help: "Try again later, or allow more time.",
    });
    expect(received).toHaveLength(1);
  });

  test("of the whole operation: nothing is sent again", async () => {
    const { baseUrl, received } = await answering(() => undefined);
    const events: ClientEvent[] = [];
    const client = clientOf(baseUrl, {
      timeouts: { total: 200 },
      retries: { attempts: 4, firstDelay: 0 },
      onEvent: (event) => void events.push(event),
    });
    const error = await failing(Timeout, client.tcpEdges.get("edge_1"));
    expect(error).toMatchObject({ transient: true, attempts: 1 });
    expect([received.length, events]).toEqual([1, []]);
  });

  test("to be sent at all, by the limit of requests: it may succeed later", async () => {
    const { baseUrl } = await emulated("edge_1");
    const limits = { requestsPerMinute: 1, timeouts: { total: 2000 } };
    const client = clientOf(baseUrl, { ...limits, retries: { attempts: 4, firstDelay: 0 } });
    await client.tcpEdges.get("edge_1");
    const error = await failing(Timeout, client.tcpEdges.get("edge_1"));
    expect(error).toMatchObject({ transient: true, attempts: 0 });
    expect(error.message).toMatch(/^The request was not sent: the limit of 1 requests a minute/);
  });

  test("at all", async () => {
    const { baseUrl } = await answering(() => undefined);
    const client = clientOf(baseUrl, { timeouts: { total: 500 } });
    const error = await failing(Timeout, client.tcpEdges.update("edge_1", {}));
    expect(error.message).toBe(`No complete response from ${baseUrl} within 0.5 seconds.`);
    expect(error.effect).toBe("possible");
  });

  test("of an answer that stalls", async () => {
    const { baseUrl } = await answering((response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write('{"id":');
    });
    const client = clientOf(baseUrl, { timeouts: { total: 500 } });
    const error = await failing(Timeout, client.tcpEdges.update("edge_1", {}));
    expect(error.effect).toBe("possible");
  });

  test("of an answer that trickles", async () => {
    const { baseUrl } = await answering((response) => {
      response.writeHead(200);
      const drops = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(drops));
    });
    const client = clientOf(baseUrl, { timeouts: { total: 500 } });
    const error = await failing(Timeout, client.tcpEdges.get("edge_1"));
    expect(error.message).toMatch(/^No complete response/);
  });

  test("leaves the client usable", async () => {
    let stall = true;
    const { baseUrl } = await answering((response) => {
      if (!stall) response.writeHead(204).end();
      stall = false;
    });
    const { trafficPolicy } = clientOf(baseUrl, { timeouts: { total: 1000 } }).httpsRoutes;
    await failing(Timeout, trafficPolicy.delete("edge_1", "route_1"));
    expect(await trafficPolicy.delete("edge_1", "route_1")).toBeUndefined();
  });
});

describe("cancelled", () => {
  test("before it began: nothing is sent", async () => {
    const { baseUrl, received } = await answering((response) => void response.end());
    const signal = AbortSignal.abort(new Error("enough"));
    const change = clientOf(baseUrl).tcpEdges.update("edge_1", {}, { signal });
    const error = await failing(Cancelled, change);
    expect(error.effect).toBe("none");
    expect(error.cause).toEqual(new Error("enough"));
    expect(received).toEqual([]);
  });

  test("while it waits", async () => {
    const controller = new AbortController();
    const { baseUrl } = await answering(() => controller.abort());
    const { signal } = controller;
    const change = clientOf(baseUrl).tcpEdges.update("edge_1", {}, { signal });
    expect((await failing(Cancelled, change)).effect).toBe("possible");
  });

  test("many at once by one signal, of which Node prints no warning", async () => {
    const warnings: Error[] = [];
    const keep = (warning: Error): void => void warnings.push(warning);
    process.on("warning", keep);
    onTestFinished(() => void process.off("warning", keep));
    const { baseUrl } = await answering(() => undefined);
    const client = clientOf(baseUrl);
    const controller = new AbortController();
    const { signal } = controller;
    const reads = Array.from({ length: 30 }, () =>
      failing(Cancelled, client.tcpEdges.get("edge_1", { signal })),
    );
    controller.abort();
    await Promise.all(reads);
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  });

  test("after the answer: nothing happens", async () => {
    const { client } = await emulated("edge_1");
    const controller = new AbortController();
    const { signal } = controller;
    const edge = await client.tcpEdges.get("edge_1", { signal });
    controller.abort();
    expect(edge.id).toBe("edge_1");
  });
});

test("a closed client is a programming error, not one of the service", async () => {
  const { baseUrl } = await answering((response) => void response.end());
  const client = clientOf(baseUrl);
  await client.close();
  const get = client.tcpEdges.get("edge_1");
  await expect(get).rejects.toThrow("The client is already closed.");
  await expect(get).rejects.not.toBeInstanceOf(ServiceError);
});

test("closing twice is closing once", async () => {
  const { client } = await emulated("edge_1");
  await client.tcpEdges.get("edge_1");
  await Promise.all([client.close(), client.close()]);
  expect(await client.close()).toBeUndefined();
});
