import { expect, test } from "vitest";
import { harExchanges } from "@traffic-policy/policy-engine/formats";

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
  return harExchanges({ log: { entries } });
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

test("cookies that the recorder joined by line breaks are several headers", () => {
  const headers = [
    { name: "set-cookie", value: "a=1; path=/\nb=2; path=/" },
    { name: "vary", value: "accept\r\norigin" },
  ];
  expect(exchangeOf({ request, response: { ...response, headers } })?.response?.headers).toEqual({
    "set-cookie": ["a=1; path=/", "b=2; path=/"],
    vary: ["accept", "origin"],
  });
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
  expect(second?.pointer("/request/url")).toBe("/log/entries/1/request/url");
  expect(second?.pointer("/response/headers/a")).toBe("/log/entries/1/response/headers");
  expect(second?.pointer("/time")).toBe("/log/entries/1");
});

test("what is no HAR file is told with its place", () => {
  expect(() => exchangesOf({ request })).toThrow(
    expect.objectContaining({ path: "/log/entries/0", message: '"response" is missing.' }),
  );
});
