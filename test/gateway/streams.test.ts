import { get, type IncomingMessage, type ServerResponse } from "node:http";
import { createGunzip } from "node:zlib";
import type { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { ask, serve, upstreamOf } from "./world.ts";

const replace = {
  type: "sse-find-replace",
  config: { replacements: [{ from: "secret", to: "***" }] },
};
const policy = { on_event_stream_message: [{ actions: [replace] }] };
const type = "text/event-stream; charset=utf-8";

/** An upstream whose stream the test writes. */
async function streaming(headers: Record<string, string> = {}) {
  let response: ServerResponse | undefined;
  const url = await upstreamOf((_request, answer) => {
    response = answer;
    answer.writeHead(200, { "content-type": type, ...headers });
    answer.flushHeaders();
  });
  return { url, response: () => response as ServerResponse };
}

/** What comes of a response, as far as it has come. */
async function listened(url: string, headers: Record<string, string> = {}) {
  const message = await new Promise<IncomingMessage>((settle, refuse) => {
    const request = get(url, { headers }, settle).once("error", refuse);
    onTestFinished(() => void request.destroy());
  });
  const encoding = message.headers["content-encoding"];
  const stream: Readable = encoding === "gzip" ? message.pipe(createGunzip()) : message;
  let text = "";
  let end: "ended" | "broken off" | undefined;
  stream.on("data", (data: Buffer) => (text += data.toString()));
  message
    .on("error", () => {})
    .once("close", () => (end = message.complete ? "ended" : "broken off"));
  return { message, text: () => text, end: () => end };
}

test("each message goes on when it is whole, before the stream ends", async () => {
  const upstream = await streaming();
  const { gateway, exchanges } = await serve(policy, upstream.url);
  const client = await listened(gateway.url);
  expect(client.message.headers["content-type"]).toBe(type);
  expect(exchanges.map(({ part }) => part)).toEqual(["beginning"]);
  upstream.response().write("data: a sec");
  upstream.response().write("ret\n\ndata: another");
  await expect.poll(client.text).toBe("data: a ***\n\n");
  upstream.response().write(" secret\r\n\r");
  await expect.poll(client.text).toBe("data: a ***\n\ndata: another ***\r\n\r");
  upstream.response().write("\n: secret\n\nid: secret\n\n");
  await expect.poll(client.text).toMatch(/\r\n\r\n: secret\n\nid: secret\n\n$/);
  expect(exchanges).toHaveLength(1);
  upstream.response().end("data: the last secret");
  await expect.poll(client.end).toBe("ended");
  expect(client.text()).toMatch(/data: the last \*\*\*$/);
  expect(exchanges.map(({ part, status }) => [part, status])).toEqual([
    ["beginning", 200],
    ["end", 200],
  ]);
  const [beginning, end] = exchanges.map(({ outcome }) => outcome.directions.at(-1));
  expect(beginning?.direction).toBe("on_http_response");
  expect(end).toEqual({ direction: "on_event_stream_message", result: "completed" });
});

test("the messages are compressed one by one, when rules of the response say so", async () => {
  const upstream = await streaming();
  const compress = { type: "compress-response", config: { algorithms: ["gzip"] } };
  const rules = { ...policy, on_http_response: [{ actions: [compress] }] };
  const { gateway } = await serve(rules, upstream.url);
  const client = await listened(gateway.url, { "accept-encoding": "gzip" });
  upstream.response().write("data: secret\n\n");
  await expect.poll(client.text).toBe("data: ***\n\n");
});

test("a length that rules may change is not said", async () => {
  const body = "data: secret\n\n";
  const upstream = await upstreamOf((_request, response) => {
    response.writeHead(200, { "content-type": type, "content-length": body.length }).end(body);
  });
  const { gateway } = await serve(policy, upstream);
  const { headers, body: got } = await ask(gateway.url);
  expect([got.toString(), headers["content-length"]]).toEqual(["data: ***\n\n", undefined]);
});

test("where no rule runs for messages, and of another type, it is passed on as it comes", async () => {
  const upstream = await streaming();
  const { gateway, exchanges } = await serve({ on_http_response: [] }, upstream.url);
  const client = await listened(gateway.url);
  upstream.response().write("data: half a secr");
  await expect.poll(client.text).toBe("data: half a secr");
  const plain = await streaming({ "content-type": "text/plain" });
  const other = await serve(policy, plain.url);
  const beside = await listened(other.gateway.url);
  plain.response().write("data: half a secr");
  await expect.poll(beside.text).toBe("data: half a secr");
  expect([...exchanges, ...other.exchanges].map(({ part }) => part)).toEqual(["whole", "whole"]);
});

test("a rule that fails breaks the stream off, because the client has the head already", async () => {
  const upstream = await streaming();
  const failing = {
    on_event_stream_message: [
      { actions: [replace] },
      { expressions: ["req.headers['x-none'][0] == 'a'"], actions: [replace] },
    ],
  };
  const { gateway, exchanges, problems } = await serve(failing, upstream.url);
  const client = await listened(gateway.url);
  upstream.response().write("data: secret\n\n");
  await expect.poll(client.end).toBe("broken off");
  expect(client.text()).toBe("");
  expect(exchanges.map(({ part, outcome }) => [part, outcome.result])).toEqual([
    ["beginning", "forwarded"],
    ["end", "failed"],
  ]);
  expect(problems).toEqual([
    "GET /: The stream was interrupted, because a rule failed for a message.",
  ]);
});

test("a stream whose client or upstream goes away is told of to its end", async () => {
  const upstream = await streaming();
  const { gateway, exchanges } = await serve(policy, upstream.url);
  const client = await listened(gateway.url);
  client.message.destroy();
  await expect.poll(() => exchanges.map(({ part }) => part)).toEqual(["beginning", "end"]);
  const second = await listened(gateway.url);
  upstream.response().write("data: secret\n\nda");
  await expect.poll(second.text).toBe("data: ***\n\n");
  upstream.response().destroy();
  await expect.poll(second.end).toBe("broken off");
  expect(exchanges.map(({ part }) => part)).toEqual(["beginning", "end", "beginning", "end"]);
});

test("a stream without end does not fill memory: who reads slowly is waited for", async () => {
  const message = `data: ${"secret ".repeat(1000)}\n\n`;
  let written = 0;
  const upstream = await upstreamOf((_request, response) => {
    response.writeHead(200, { "content-type": type });
    const more = (): void => {
      let hasRoom = true;
      while (hasRoom && written < 200_000_000) {
        written += message.length;
        hasRoom = response.write(message);
      }
      if (!hasRoom) response.once("drain", more);
    };
    more();
  });
  const { gateway } = await serve(policy, upstream);
  const request = get(gateway.url);
  onTestFinished(() => void request.destroy());
  const response = await new Promise<IncomingMessage>((settle) => request.once("response", settle));
  response.pause();
  let before = -1;
  await expect
    .poll(
      () => {
        const isSame = before === written;
        before = written;
        return isSame;
      },
      { interval: 200, timeout: 10_000 },
    )
    .toBe(true);
  expect(written).toBeLessThan(40_000_000);
});
