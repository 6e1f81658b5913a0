import { expect, test } from "vitest";
import { jsonPolicySource } from "@traffic-policy/policy-language";
import { harExchanges } from "../../../packages/cli/src/exchange/har.ts";

const request = {
  method: "GET",
  url: "https://example.com/",
  httpVersion: "h2",
  headers: [
    { name: ":authority", value: "example.com:8443" },
    { name: ":path", value: "/" },
    { name: "X-A", value: "1" },
    { name: "x-a", value: "2" },
  ],
  bodySize: 0,
};

const response = { status: 200, headers: [], bodySize: -1, content: { size: 2, text: "hi" } };

function exchangesOf(...entries: object[]) {
  return harExchanges(jsonPolicySource("a.har", JSON.stringify({ log: { entries } }, null, 1)));
}

function exchangeOf(entry: object) {
  return exchangesOf(entry)[0]?.exchange;
}

test("an exchange as a browser records it", () => {
  const startedDateTime = "2024-01-01T00:00:00.000Z";
  const serverIPAddress = "[2001:db8::1]";
  expect(exchangeOf({ startedDateTime, serverIPAddress, request, response })).toEqual({
    connection: { serverIp: "2001:db8::1" },
    request: {
      method: "GET",
      url: "https://example.com/",
      headers: { "x-a": ["1", "2"], host: ["example.com:8443"] },
      bodySize: 0,
      version: "HTTP/2.0",
    },
    response: { status: 200, headers: {}, body: "hi" },
    time: startedDateTime,
  });
});

test("a body that was encoded is recorded decoded; only its size is what was sent", () => {
  const headers = [{ name: "Content-Encoding", value: "gzip" }];
  const encoded = { ...response, headers, bodySize: 17 };
  expect(exchangeOf({ request, response: encoded })?.response).toEqual({
    status: 200,
    headers: { "content-encoding": ["gzip"] },
    bodySize: 17,
  });
  const unknown = { ...encoded, bodySize: -1 };
  expect(exchangeOf({ request, response: unknown })?.response).not.toHaveProperty("bodySize");
});

test("a request without an answer has no response, and a WebSocket begins over HTTP", () => {
  const exchange = exchangeOf({
    request: { ...request, url: "wss://example.com/" },
    response: { ...response, status: 0 },
  });
  expect(exchange?.response).toBeUndefined();
  expect(exchange?.request?.url).toBe("https://example.com/");
});

test("what is sent", () => {
  const postData = { mimeType: "text/plain", text: "body" };
  expect(exchangeOf({ request: { ...request, postData }, response })?.request?.body).toBe("body");
});

test("parts are found in the file", () => {
  const [, second] = exchangesOf({ request, response }, { request, response });
  const line = (pointer: string) => Number(second?.place(pointer).split(":")[1]);
  expect(second?.place("/request/url")).toMatch(/^a\.har:\d+:\d+$/);
  expect(line("/request/url")).toBeGreaterThan(line("/time"));
  expect(line("/response/headers/a")).toBeGreaterThan(line("/request/url"));
});

test("what is no HAR file is told with its place", () => {
  expect(() => exchangesOf({ request })).toThrow('a.har:4:4: "response" is missing.');
});
