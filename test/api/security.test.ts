import { inspect } from "node:util";
import { ServiceError, type Client, type ClientEvent } from "@traffic-policy/api";
import { describe, expect, test } from "vitest";
import { otherKeys } from "../recognisable-key.ts";
import { apiKey, expectNoKey } from "./api-key.ts";
import { answering, clientOf, nobody, onSocket } from "./local-service.ts";
import { operations } from "./operations.ts";

/** How all ten operations are done. */
interface Doing {
  readonly key?: string;
  readonly signal?: AbortSignal;
}

/**
 * Does all ten operations, and looks for the key in what they come to and in what the client tells.
 *
 * @returns how many of them failed
 */
async function doAll(baseUrl: string, { key = apiKey, signal }: Doing = {}): Promise<number> {
  const events: ClientEvent[] = [];
  const client = clientOf(baseUrl, {
    apiKey: key,
    retries: { attempts: 2, firstDelay: 1 },
    timeouts: { headers: 300, total: 2000 },
    onEvent: (event) => void events.push(event),
  });
  const run = (work: (client: Client, options: { signal?: AbortSignal }) => Promise<unknown>) =>
    work(client, signal === undefined ? {} : { signal }).catch((error: unknown) => error);
  const outcomes = await Promise.all(operations.map((operation) => run(operation.run)));
  for (const value of [client, ...outcomes, ...events]) expectNoKey(value);
  return outcomes.filter((outcome) => outcome instanceof ServiceError).length;
}

/** Every character of a text in another way. */
const escaped = (text: string, escape: (hex: string) => string): string =>
  [...text].map((one) => escape(one.charCodeAt(0).toString(16).padStart(2, "0"))).join("");

/** Everything that the service answers repeats the key. */
const repeating: Readonly<Record<string, (key: string) => [number, string, object]>> = {
  "an error in JSON": (key) => [
    400,
    JSON.stringify({
      error_code: `Bearer ${key}`,
      msg: `${key} in ${"x".repeat(280)} ${key}`,
      details: { header: key, [key]: "x" },
    }),
    {},
  ],
  "an error in JSON with escapes": (key) => [
    403,
    `{"msg":"${escaped(key, (hex) => `\\u00${hex}`)}"}`,
    {},
  ],
  "JSON of another form": (key) => [
    400,
    JSON.stringify({ message: `No ${key}`, [key]: [{ deep: key }] }),
    {},
  ],
  "JSON of another form with escapes": (key) => [
    400,
    `{"error":{"${escaped(key, (hex) => `\\u00${hex}`)}":"${key.replaceAll("/", "\\/").replaceAll("+", "\\u002B")}"}}`,
    {},
  ],
  "JSON in a text of JSON": (key) => [
    400,
    JSON.stringify({ msg: JSON.stringify({ key }).replaceAll("/", "\\/") }),
    {},
  ],
  "JSON that breaks off": (key) => [
    502,
    `{"message":"${key.replaceAll("/", "\\/").replaceAll("&", "\\u0026")}`,
    {},
  ],
  "an error in text": (key) => [500, `No Bearer ${key}`, {}],
  "an error in small letters": (key) => [500, `No host ${key.toLowerCase()}.example`, {}],
  "a percent-encoded text": (key) => [
    500,
    `No ?a=${encodeURIComponent(key)}&b=${encodeURIComponent(encodeURIComponent(key))}`,
    {},
  ],
  "a text with nothing but percents": (key) => [500, escaped(key, (hex) => `%${hex}`), {}],
  "a text in which it is cut off": (key) => [500, `${" ".repeat(20_000 - 17)}${key} end`, {}],
  "a text that is long behind it": (key) => [500, `${key}${"x".repeat(30_000)}`, {}],
  "a text with characters that are not seen": (key) => [
    500,
    `${[...key].join("\u200b")} and ${[...key].join("\u00ad")}`,
    {},
  ],
  "an error in HTML": (key) => [502, `<html><title>${key}</title></html>`, {}],
  "an error in HTML with escapes": (key) => [
    502,
    `<html><p>${escaped(key, (hex) => `&#x${hex};`)} ${key.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p></html>`,
    {},
  ],
  "a redirect": (key) => [307, "", { location: `https://${key}.example/${key}` }],
  "a redirect that escapes it": (key) => [
    302,
    "",
    { location: `https://${escaped(key, (hex) => `%${hex}`)}.example/` },
  ],
  "JSON of another shape": (key) => [200, JSON.stringify({ [key]: key }), {}],
  "the next page": (key) => [
    200,
    JSON.stringify({
      endpoints: [],
      tcp_edges: [],
      uri: key,
      next_page_uri: `https://${key}.example/?${key}`,
    }),
    {},
  ],
  "too large headers": (key) => [200, "{}", { "x-key": key.repeat(2000) }],
  "a wrong Retry-After": (key) => [429, "", { "retry-after": key }],
};

const keys = Object.entries({ "the key of all tests": apiKey, ...otherKeys });

describe("the key is in nothing that anybody could print", () => {
  describe.each(keys.map(([what], index) => ({ what, index })))("$what", ({ index }) => {
    const key = keys[index]?.[1] ?? "";
    test.each(Object.keys(repeating))("when the service repeats it in %s", async (what) => {
      const { baseUrl, received } = await answering((response) => {
        const [status, body, headers] = repeating[what]?.(key) ?? [500, "", {}];
        response.writeHead(status, { ...headers }).end(body);
      });
      expect(await doAll(baseUrl, { key })).toBe(operations.length);
      expect(received[0]?.headers.authorization).toBe(`Bearer ${key}`);
    });
  });

  test("when the answer is the request", async () => {
    const { baseUrl } = await onSocket((socket) => {
      socket.on("data", (data) => socket.end(data));
    });
    expect(await doAll(baseUrl)).toBe(operations.length);
  });

  test("when nobody answers, or listens", async () => {
    const { baseUrl } = await answering(() => undefined);
    for (const url of [baseUrl, await nobody(), baseUrl.replace("http:", "https:")]) {
      expect(await doAll(url)).toBe(operations.length);
    }
  });

  test("when it is cancelled", async () => {
    const { baseUrl } = await answering(() => undefined);
    expect(await doAll(baseUrl, { signal: AbortSignal.timeout(50) })).toBe(operations.length);
  });

  test("while requests are under way", async () => {
    const { baseUrl } = await answering(() => undefined);
    const client = clientOf(baseUrl);
    const controller = new AbortController();
    const { signal } = controller;
    const list = client.tcpEdges.list({ signal });
    const reads = [client.tcpEdges.get("a", { signal }), list.pages().next()];
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const value of [client, client.tcpEdges, client.httpsRoutes, list, reads]) {
      expectNoKey(value);
    }
    expect(inspect(client, { depth: Infinity, showHidden: true })).not.toContain("Bearer");
    controller.abort();
    await Promise.allSettled(reads);
  });

  test("but it is in the header of the request, and nowhere else in it", async () => {
    const { baseUrl, received } = await answering((response) => void response.end("{}"));
    await doAll(baseUrl);
    for (const { headers, url, body } of received) {
      expect(headers.authorization).toBe(`Bearer ${apiKey}`);
      expect(JSON.stringify({ ...headers, authorization: "", url, body })).not.toContain(apiKey);
    }
    expect(received.length).toBeGreaterThanOrEqual(operations.length);
  });
});

describe("the key goes to the origin of the base URL and nowhere else", () => {
  test.each([301, 302, 303, 307, 308])("not after a redirect (%d)", async (status) => {
    const elsewhere = await answering((response) => void response.end("{}"));
    const { baseUrl } = await answering((response) => {
      response.writeHead(status, { location: `${elsewhere.baseUrl}/edges/tcp` }).end();
    });
    await doAll(baseUrl);
    expect(elsewhere.received).toEqual([]);
  });

  test("not to the host of the next page", async () => {
    const elsewhere = await answering((response) => void response.end("{}"));
    const { baseUrl } = await answering((response) => {
      const next_page_uri = `${elsewhere.baseUrl}/edges/tcp?page=1`;
      response.end(JSON.stringify({ tcp_edges: [], endpoints: [], uri: "u", next_page_uri }));
    });
    await doAll(baseUrl);
    expect(elsewhere.received).toEqual([]);
  });

  test("not to a host that an alternative service or a proxy header names", async () => {
    const elsewhere = await answering((response) => void response.end("{}"));
    const { baseUrl } = await answering((response) => {
      const { host } = new URL(elsewhere.baseUrl);
      response.writeHead(503, { "alt-svc": `h2="${host}"`, "content-location": elsewhere.baseUrl });
      response.end();
    });
    await doAll(baseUrl);
    expect(elsewhere.received).toEqual([]);
  });
});
