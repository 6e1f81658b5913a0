import { createServer } from "node:http";
import type { ResponseInput, SimulationOptions } from "@traffic-policy/policy-engine";
import { describe, expect, test } from "vitest";
import { ask, listening, recordingUpstream, sendRaw, serve, uncaught } from "./world.ts";

const get = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
const upgrade = "GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n";

const sorry = "The gateway could not serve this request.\n";
const logging = (direction: string) => ({ [direction]: [{ actions: [{ type: "log" }] }] });

/** What lets `log` answer, or throw. */
const insteadOfLog = (stub: () => ResponseInput): { readonly simulation: SimulationOptions } => ({
  simulation: { stubs: { log: () => ({ answer: stub() }) } },
});

const thrown = () => {
  throw new Error("A mistake of the caller's.");
};

/** An upstream that upgrades what asks for it, with how many of its connections are open. */
async function upgrading(): Promise<{ readonly url: string; open(): Promise<number> }> {
  const server = createServer((_request, response) => void response.end("upstream"));
  server.on("upgrade", (_request, socket) => {
    socket
      .on("error", () => {})
      .on("end", () => socket.end())
      .resume();
    socket.write(
      "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
    );
  });
  const url = `http://127.0.0.1:${await listening(server)}`;
  const open = () =>
    new Promise<number>((settle) => server.getConnections((_error, count) => settle(count)));
  return { url, open };
}

describe("a response that cannot be sent is answered with 500, and told", () => {
  const impossible: [what: string, answer: ResponseInput, problem: RegExp][] = [
    ["has a control character in a header", { headers: { "x-a": "\u0001" } }, /\["x-a"\]$/],
    ["has no name for a header", { headers: { "x y": "a" } }, /\["x y"\]$/],
    ["has no status", { status: 1000 }, /1000$/],
    // Node decides that there is no body before it looks at the headers.
    ["has such a header and no body", { status: 304, headers: { "x-a": "\u0001" } }, /\["x-a"\]$/],
  ];

  test.each(
    impossible.flatMap((row) =>
      ["inbound", "outbound"].map((direction) => [direction, ...row] as const),
    ),
  )("%s, when it %s", async (direction, _what, answer, problem) => {
    const { url } = await recordingUpstream();
    const { gateway, exchanges, problems } = await serve(
      logging(direction),
      url,
      insteadOfLog(() => answer),
    );
    const text = await sendRaw(gateway.url, get);
    expect(text).toMatch(/^HTTP\/1\.1 500 Internal Server Error\r\n/);
    expect(text.endsWith(`\r\n\r\n${sorry}`)).toBe(true);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^GET \/: /);
    expect(problems[0]).toMatch(problem);
    expect(exchanges).toHaveLength(1);
    expect(exchanges[0]).toMatchObject({ status: 500, outcome: { result: "answered" } });
    expect(exchanges[0]).not.toHaveProperty("upstreamError");
  });

  test("when the response of the upstream becomes such a one", async () => {
    const header = { "x-q": "${getQueryParam('q')[0]}" };
    const { url } = await upgrading();
    const policy = {
      outbound: [{ actions: [{ type: "add-headers", config: { headers: header } }] }],
    };
    const { gateway, exchanges } = await serve(policy, url);
    const text = await sendRaw(gateway.url, get.replace("/ ", "/?q=%01 "));
    expect(text).toMatch(/^HTTP\/1\.1 500 Internal Server Error\r\n/);
    expect(exchanges.map(({ status }) => status)).toEqual([500]);
  });

  test("when a WebSocket begins with it, and the upstream's connection is closed", async () => {
    const header = { "x-q": "${getQueryParam('q')[0]}" };
    const { url, open } = await upgrading();
    const policy = {
      outbound: [{ actions: [{ type: "add-headers", config: { headers: header } }] }],
    };
    const { gateway, exchanges } = await serve(policy, url);
    const text = await sendRaw(gateway.url, upgrade.replace("/ ", "/?q=%01 "));
    expect(text).toMatch(/^HTTP\/1\.1 500 Internal Server Error\r\n/);
    expect(exchanges.map(({ status }) => status)).toEqual([500]);
    await expect.poll(open).toBe(0);
    await expect.poll(() => gateway.open).toBe(0);
  });

  test("when a WebSocket is answered with it", async () => {
    const { url, open } = await upgrading();
    const answer = insteadOfLog(() => ({ status: 1000 }));
    const { gateway, problems } = await serve(logging("outbound"), url, answer);
    expect(await sendRaw(gateway.url, upgrade)).toMatch(
      /^HTTP\/1\.1 500 Internal Server Error\r\n/,
    );
    expect(problems).toHaveLength(1);
    await expect.poll(open).toBe(0);
  });
});

test("a request that cannot be sent is no mistake of the upstream", async () => {
  const header = { "x-q": "${getQueryParam('q')[0]}" };
  const policy = { inbound: [{ actions: [{ type: "add-headers", config: { headers: header } }] }] };
  const { url, received } = await recordingUpstream();
  const { gateway, exchanges } = await serve(policy, url);
  expect((await ask(`${gateway.url}/?q=%01`)).status).toBe(500);
  expect(exchanges).toHaveLength(1);
  expect(exchanges[0]).toMatchObject({ status: 500 });
  expect(exchanges[0]).not.toHaveProperty("upstreamError");
  expect(received).toEqual([]);
});

describe("a stub that throws is told as what it is", () => {
  test.each(["inbound", "outbound"])("%s", async (direction) => {
    const { url } = await recordingUpstream();
    const { gateway, problems, exchanges } = await serve(
      logging(direction),
      url,
      insteadOfLog(thrown),
    );
    const answer = await ask(gateway.url);
    expect([answer.status, answer.body.toString()]).toEqual([500, sorry]);
    expect(problems).toEqual(["GET /: A mistake of the caller's."]);
    expect(exchanges).toEqual([]);
  });

  test("for a WebSocket", async () => {
    const { url, open } = await upgrading();
    const { gateway, problems } = await serve(logging("outbound"), url, insteadOfLog(thrown));
    expect(await sendRaw(gateway.url, upgrade)).toContain(sorry);
    expect(problems).toEqual(["GET /: A mistake of the caller's."]);
    await expect.poll(open).toBe(0);
  });
});

describe("an onExchange that throws ends the exchange, and is told", () => {
  test.each([
    ["the policy answers", { inbound: [{ actions: [{ type: "deny" }] }] }, get],
    ["the upstream answers", {}, get],
    ["a WebSocket begins", {}, upgrade],
  ])("when %s", async (_when, policy, request) => {
    const errors = uncaught();
    const { url, open } = await upgrading();
    const { gateway, problems } = await serve(policy, url, { onExchange: thrown });
    await sendRaw(gateway.url, request);
    expect(problems).toEqual(["GET /: A mistake of the caller's."]);
    await expect.poll(() => gateway.open).toBe(0);
    expect(errors).toEqual([]);
    // A connection that is kept for the next request may stay.
    await gateway.close({ now: true });
    await expect.poll(open).toBe(0);
  });

  test("when the upstream fails", async () => {
    const errors = uncaught();
    const { gateway, problems } = await serve({}, "http://127.0.0.1:9", { onExchange: thrown });
    await sendRaw(gateway.url, get);
    expect(problems).toEqual(["GET /: A mistake of the caller's."]);
    await expect.poll(() => gateway.open).toBe(0);
    expect(errors).toEqual([]);
  });
});
