import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { GatewayOptions } from "@traffic-policy/gateway";
import { describe, expect, onTestFinished, test } from "vitest";
import { listening, serve, simulatedAgain, uncaught } from "./world.ts";

async function echo(): Promise<string> {
  const server = createServer({ allowHalfOpen: true }, (socket) => void socket.pipe(socket));
  return `tcp://127.0.0.1:${await listening(server)}`;
}

function open(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

async function said(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (data) => (text += data.toString()));
  await once(socket, "close");
  return text;
}

const office = {
  inbound: [{ expressions: ["conn.geo.country_code != 'NO'"], actions: [{ type: "deny" }] }],
};

const norway = { connection: { geo: { countryCode: "NO" } } };

test("a connection that the policy lets through speaks with the upstream, also half closed", async () => {
  const { gateway, exchanges } = await serve(office, await echo(), { protocol: "tcp", ...norway });
  expect(gateway.url).toMatch(/^tcp:\/\/127\.0\.0\.1:\d+$/);
  const socket = open(gateway.url);
  const heard = said(socket);
  socket.end("x".repeat(5_000_000));
  expect((await heard).length).toBe(5_000_000);
  expect(exchanges).toHaveLength(1);
  expect(exchanges[0]).toMatchObject({ part: "whole", outcome: { result: "forwarded" } });
});

test("one that it denies is closed, and the upstream hears nothing of it", async () => {
  let connections = 0;
  const server = createServer(() => connections++);
  const upstream = `tcp://127.0.0.1:${await listening(server)}`;
  const sweden = { connection: { geo: { countryCode: "SE" } } };
  const { gateway, exchanges } = await serve(office, upstream, { protocol: "tls", ...sweden });
  expect(await said(open(gateway.url))).toBe("");
  expect(exchanges[0]).toMatchObject({ part: "whole", outcome: { result: "closed" } });
  expect(connections).toBe(0);
});

test("one of which only the service knows whether it is denied is closed, and this is told", async () => {
  const { gateway, exchanges } = await serve(office, await echo(), { protocol: "tcp" });
  expect(await said(open(gateway.url))).toBe("");
  expect(exchanges[0]).toMatchObject({
    part: "whole",
    outcome: { result: "failed", unknown: { kind: "condition", path: "/inbound/0/expressions/0" } },
  });
});

const logging = {
  outbound: [
    {
      actions: [
        {
          type: "log",
          config: { metadata: { in: "${conn.bytes_in}", out: "${conn.bytes_out}" } },
        },
      ],
    },
  ],
};

test("outbound rules run when the connection has ended, and know how much was sent", async () => {
  const { gateway, exchanges } = await serve(logging, await echo(), { protocol: "tcp" });
  const socket = open(gateway.url);
  const heard = said(socket);
  socket.end("hello");
  expect(await heard).toBe("hello");
  await expect.poll(() => exchanges.length).toBe(2);
  expect(exchanges.map(({ part }) => part)).toEqual(["beginning", "end"]);
  expect(exchanges[0]?.outcome.logs).toEqual([]);
  expect(exchanges[1]?.outcome.logs).toMatchObject([{ metadata: { in: 5, out: 5 } }]);
});

test("an upstream that is not there is told, and the client's connection is closed", async () => {
  const { gateway, exchanges } = await serve(logging, "tcp://127.0.0.1:9", { protocol: "tcp" });
  expect(await said(open(gateway.url))).toBe("");
  expect(exchanges).toHaveLength(1);
  expect(exchanges[0]).toMatchObject({
    part: "whole",
    outcome: {
      result: "forwarded",
      directions: [{ direction: "inbound" }, { direction: "outbound", result: "skipped" }],
      logs: [],
    },
    upstreamError: "The upstream refuses connections; is it running?",
  });
});

test.each([
  ["the policy denies it", office],
  ["nothing follows", {}],
  ["it has ended", logging],
])("a connection is told with the outcome that is simulated: %s", async (_when, policy) => {
  const { gateway, exchanges } = await serve(policy, await echo(), {
    protocol: "tcp",
    connection: { geo: { countryCode: "SE" } },
  });
  const socket = open(gateway.url);
  socket.end("hello");
  await said(socket);
  await expect.poll(() => exchanges.at(-1)?.part).toMatch(/whole|end/);
  const served = exchanges.at(-1);
  expect(simulatedAgain(served)).toEqual(served?.outcome);
});

test("either side that is reset ends the other one", async () => {
  const accepted: Socket[] = [];
  const server = createServer((socket) => void accepted.push(socket));
  const upstream = `tcp://127.0.0.1:${await listening(server)}`;
  const { gateway } = await serve({}, upstream, { protocol: "tcp" });
  const one = open(gateway.url);
  await expect.poll(() => accepted.length).toBe(1);
  const end = once(accepted[0] as Socket, "close");
  one.resetAndDestroy();
  await end;
  const two = open(gateway.url);
  await expect.poll(() => accepted.length).toBe(2);
  accepted[1]?.resetAndDestroy();
  await once(two, "close");
  await expect.poll(() => gateway.open).toBe(0);
});

test("closing waits for connections, and with now it does not", async () => {
  const { gateway } = await serve({}, await echo(), { protocol: "tcp" });
  const socket = open(gateway.url);
  const heard = said(socket);
  socket.write("a");
  await once(socket, "data");
  let isOver = false;
  const closing = gateway.close().then(() => (isOver = true));
  await new Promise(setImmediate);
  expect([isOver, gateway.open]).toEqual([false, 1]);
  await gateway.close({ now: true });
  await Promise.all([closing, heard]);
});

describe("a mistake closes its own connection, and is told", () => {
  const thrown = (): never => {
    throw new Error("A mistake of the caller's.");
  };
  const logIn = (direction: string): object => ({
    [direction]: [{ actions: [{ type: "log", config: { metadata: {} } }] }],
  });
  const simulation = { stubs: { log: thrown } };

  test.each<[what: string, policy: object, options: Partial<GatewayOptions>, told: number]>([
    ["a stub, inbound", logIn("inbound"), { simulation }, 0],
    ["a stub, outbound", logIn("outbound"), { simulation }, 1],
    ["onExchange, when a connection begins", {}, { onExchange: thrown }, 0],
    ["onExchange, also before outbound rules", logIn("outbound"), { onExchange: thrown }, 0],
    ["onExchange, when one is denied", { inbound: office.inbound }, { onExchange: thrown }, 0],
    [
      "onExchange, when one has ended",
      logIn("outbound"),
      { onExchange: ({ part }) => void (part === "end" && thrown()) },
      0,
    ],
  ])("%s", async (_what, policy, options, told) => {
    const errors = uncaught();
    const accepted: Socket[] = [];
    const server = createServer((socket) => {
      accepted.push(socket);
      socket.end("bye");
    });
    const upstream = `tcp://127.0.0.1:${await listening(server)}`;
    const { gateway, exchanges, problems } = await serve(policy, upstream, {
      protocol: "tcp",
      ...options,
    });
    const socket = open(gateway.url);
    const heard = said(socket);
    socket.end();
    await heard;
    await expect.poll(() => problems).toEqual(["A mistake of the caller's."]);
    await expect.poll(() => gateway.open).toBe(0);
    await expect.poll(() => accepted.every(({ destroyed }) => destroyed)).toBe(true);
    expect(exchanges).toHaveLength(told);
    expect(errors).toEqual([]);
  });

  test("onExchange, when the upstream is not there", async () => {
    const errors = uncaught();
    const { gateway, problems } = await serve({}, "tcp://127.0.0.1:9", {
      protocol: "tcp",
      onExchange: thrown,
    });
    expect(await said(open(gateway.url))).toBe("");
    expect(problems).toEqual(["A mistake of the caller's."]);
    expect(errors).toEqual([]);
  });
});
