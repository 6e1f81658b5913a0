import type { Exchange, RequestInput } from "@traffic-policy/policy-engine";
import { Files } from "@traffic-policy/project";
import fc from "fast-check";
import { expect, test } from "vitest";
import { curlCommand } from "@traffic-policy/policy-engine/report";
import { curlExchange } from "../../../packages/cli/src/exchange/curl.ts";
import { seeded } from "../../seeded.ts";

const files = new Files("/");

test.each<[RequestInput, string]>([
  [{ url: "https://a.example/" }, "curl -H 'user-agent:' -H 'accept:' 'https://a.example/'"],
  [
    { method: "DELETE", url: "https://a.example/a?b=1&c[]=2", headers: { accept: "*/*" } },
    "curl -X DELETE -g -H 'accept: */*' -H 'user-agent:' 'https://a.example/a?b=1&c[]=2'",
  ],
  [
    { method: "POST", url: "https://a.example/", body: "it's" },
    String.raw`curl -H 'user-agent:' -H 'accept:' -H 'content-type:' --data-raw 'it'\''s' 'https://a.example/'`,
  ],
  [
    { method: "HEAD", url: "http://a.example/x/../y", cookies: { a: "1", b: "2" } },
    "curl --head --path-as-is -H 'cookie: a=1; b=2' -H 'user-agent:' -H 'accept:' 'http://a.example/x/../y'",
  ],
  [
    { method: "PUT", url: "https://a.example/", bodySize: 20_000 },
    "head -c 20000 /dev/zero | curl -X PUT -H 'user-agent:' -H 'accept:' -H 'content-type:' --data-binary @- 'https://a.example/'",
  ],
  [
    { method: "POST", url: "https://a.example/", bodySize: null },
    "head -c 1 /dev/zero | curl -H 'transfer-encoding: chunked' -H 'user-agent:' -H 'accept:' -H 'content-type:' --data-binary @- 'https://a.example/'",
  ],
  [
    { method: "POST", url: "https://a.example/", body: new Uint8Array([0, 255]) },
    "echo AP8= | base64 -d | curl -H 'user-agent:' -H 'accept:' -H 'content-type:' --data-binary @- 'https://a.example/'",
  ],
])("%j is sent by a command line", (request, text) => {
  expect(curlCommand({ request })?.text).toBe(text);
});

test("what curl cannot say is named", () => {
  const request = { url: "https://a.example/" };
  const exchange: Exchange = { request, connection: { clientIp: "::1" }, response: {}, time: 0 };
  expect(curlCommand(exchange)?.omitted).toEqual(["connection", "response", "time"]);
  expect(curlCommand({ request })?.omitted).toEqual([]);
});

test.each([{}, { request: { url: "/a" } }])("%j is nothing that curl can send", (exchange) => {
  expect(curlCommand(exchange)).toBeUndefined();
});

const text = fc.constantFrom(
  "a",
  "",
  "it's",
  'say "x"',
  "$HOME `id`",
  "ü✓",
  "a b",
  "\\n",
  "!x;y&z|*?",
);
const requests = fc.record(
  {
    method: fc.constantFrom("GET", "POST", "PUT", "HEAD", "PURGE"),
    url: fc
      .tuple(
        fc.constantFrom("", "a/../b", "a.b/", "[x]", "{y}", "..", "%20"),
        fc.constantFrom("", "?a=1&b", "?[]='"),
      )
      .map(([path, query]) => `https://a.example/${path}${query}`),
    headers: fc.record(
      { "x-a": text, accept: text, "user-agent": text, "content-type": text },
      { requiredKeys: [] },
    ),
    body: text,
  },
  { requiredKeys: ["method", "url", "headers"] },
);

test("what is read of a command line is the request that it was made of", () => {
  seeded(
    fc.property(requests, (request) => {
      const read = curlExchange(curlCommand({ request })?.text ?? "", files).exchange.request;
      const headers = Object.fromEntries(
        Object.entries(read?.headers ?? {}).map(([name, given]) => [name, [given].flat().join()]),
      );
      expect({ ...read, headers }).toEqual(request);
    }),
    500,
  );
});

test("a command line of many headers and cookies takes as long as it is", () => {
  const count = 60_000;
  const line = `curl https://a.example/${" -H a:b -b a=b".repeat(count)}`;
  const { exchange } = curlExchange(line, files);
  expect(exchange.request?.headers?.["a"]).toHaveLength(count);
  expect(exchange.request?.headers?.["cookie"]?.[0]).toHaveLength(count * 4 - 1);
});
