import { inspect } from "node:util";
import { ServiceError, type Client, type ClientEvent } from "@traffic-policy/api";
import { describe, expect, test } from "vitest";
import { apiKey, expectNoKey } from "./api-key.ts";
import { answering, clientOf, nobody, onSocket, type ReceivedRequest } from "./local-service.ts";
import { operations } from "./operations.ts";

/**
 * Does all ten operations, and looks for the key in what they come to and in what the client tells.
 *
 * @returns how many of them failed
 */
async function doAll(baseUrl: string, signal?: AbortSignal): Promise<number> {
  const events: ClientEvent[] = [];
  const client = clientOf(baseUrl, {
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

/** Everything that the service answers repeats the key. */
const repeating: Readonly<Record<string, (request: ReceivedRequest) => [number, string, object]>> =
  {
    "an error in JSON": ({ headers }) => [
      400,
      JSON.stringify({
        error_code: headers.authorization,
        msg: `${headers.authorization} in ${"x".repeat(280)} ${headers.authorization}`,
        details: { header: headers.authorization, [String(headers.authorization)]: "x" },
      }),
      {},
    ],
    "an error in JSON with escapes": () => [
      403,
      `{"msg":"${[...apiKey].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"}`,
      {},
    ],
    "an error in text": ({ headers }) => [500, `No ${headers.authorization}`, {}],
    "an error in HTML": () => [502, `<html><title>${apiKey}</title></html>`, {}],
    "a redirect": () => [307, "", { location: `https://${apiKey}.example/${apiKey}` }],
    "JSON of another shape": () => [200, JSON.stringify({ [apiKey]: apiKey }), {}],
    "the next page": () => [
      200,
      JSON.stringify({
        endpoints: [],
        tcp_edges: [],
        uri: apiKey,
        next_page_uri: `https://${apiKey}.example/?${apiKey}`,
      }),
      {},
    ],
    "too large headers": () => [200, "{}", { "x-key": apiKey.repeat(2000) }],
    "a wrong Retry-After": () => [429, "", { "retry-after": apiKey }],
  };

describe("the key is in nothing that anybody could print", () => {
  test.each(Object.entries(repeating))(
    "when the service repeats it in %s",
    async (_what, answer) => {
      const { baseUrl, received } = await answering((response, request) => {
        const [status, body, headers] = answer(request);
        response.writeHead(status, { ...headers }).end(body);
      });
      expect(await doAll(baseUrl)).toBe(operations.length);
      expect(received[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
    },
  );

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
    expect(await doAll(baseUrl, AbortSignal.timeout(50))).toBe(operations.length);
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
