import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Cancelled, InvalidRequest, UnexpectedResponse } from "@traffic-policy/api";
import { describe, expect, test } from "vitest";
import { apiKey } from "./api-key.ts";
import { failing } from "./failing.ts";
import { answering, clientOf } from "./local-service.ts";
import { allOf } from "./operations.ts";
import { Service } from "./server.ts";

/** A service with edges `edge_0`… in pages of two. */
async function withEdges(count: number): Promise<Service> {
  const service = await Service.start({ pageSize: 2 });
  service.addEdges(...Array.from({ length: count }, (_item, index) => ({ id: `edge_${index}` })));
  return service;
}

const idsOf = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);

describe("all items", () => {
  test.each([0, 1, 2, 3, 5])("of %d come in order, one request a page", async (count) => {
    const service = await withEdges(count);
    const edges = await allOf(clientOf(service.baseUrl).tcpEdges.list());
    expect(idsOf(edges)).toEqual(Array.from({ length: count }, (_item, index) => `edge_${index}`));
    expect(service.seen).toHaveLength(Math.max(1, Math.ceil(count / 2)));
  });

  test("of endpoints", async () => {
    const service = await Service.start({ pageSize: 2 });
    service.addEndpoints("a", "b", "c");
    const client = clientOf(service.baseUrl);
    expect(idsOf(await allOf(client.endpoints.list()))).toEqual(["a", "b", "c"]);
    expect(await client.endpoints.get("b")).toMatchObject({ id: "b", proto: "tcp" });
  });

  test("can be left, and no further page is asked for", async () => {
    const service = await withEdges(5);
    for await (const edge of clientOf(service.baseUrl).tcpEdges.list()) {
      if (edge.id === "edge_1") break;
    }
    expect(service.seen).toHaveLength(1);
  });

  test("can be gone through again", async () => {
    const service = await withEdges(3);
    const list = clientOf(service.baseUrl).tcpEdges.list();
    expect(await allOf(list)).toEqual(await allOf(list));
    expect(service.seen).toHaveLength(4);
  });

  test("stop when the signal aborts between two pages", async () => {
    const service = await withEdges(5);
    const controller = new AbortController();
    const { signal } = controller;
    const seen: string[] = [];
    const work = async (): Promise<void> => {
      for await (const { id } of clientOf(service.baseUrl).tcpEdges.list({ signal })) {
        seen.push(id);
        controller.abort();
      }
    };
    await failing(Cancelled, work());
    expect(seen).toEqual(["edge_0", "edge_1"]);
  });

  test("of a page that fails are asked for again", async () => {
    const service = await withEdges(5);
    service.faultOf = (index) => (index === 1 ? { kind: "half" } : undefined);
    const client = clientOf(service.baseUrl, { retries: { attempts: 2, firstDelay: 1 } });
    expect(await allOf(client.tcpEdges.list())).toHaveLength(5);
    expect(service.seen).toHaveLength(4);
  });
});

describe("page by page", () => {
  test("as the service answers them", async () => {
    const service = await withEdges(3);
    const pages = await allOf(clientOf(service.baseUrl).tcpEdges.list().pages());
    expect(pages.map(({ tcp_edges }) => idsOf(tcp_edges))).toEqual([
      ["edge_0", "edge_1"],
      ["edge_2"],
    ]);
    expect(pages.map(({ next_page_uri }) => next_page_uri)).toEqual([
      `${service.baseUrl}/edges/tcp?page=1`,
      null,
    ]);
  });

  test("one at a time", async () => {
    const service = await withEdges(3);
    const { tcpEdges } = clientOf(service.baseUrl);
    const first = await tcpEdges.listPage();
    const second = await tcpEdges.listPage(first.next_page_uri ?? "");
    expect(idsOf(second.tcp_edges)).toEqual(["edge_2"]);
    expect(service.seen.map(({ url }) => url)).toEqual(["/edges/tcp", "/edges/tcp?page=1"]);
  });

  test("and those that are done with are let go", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const service = await withEdges(8);
    const pages: WeakRef<object>[] = [];
    for await (const page of clientOf(service.baseUrl).tcpEdges.list().pages()) {
      pages.push(new WeakRef(page));
    }
    // A reference is kept until the task that read it last has ended.
    await new Promise((resolve) => setTimeout(resolve, 10));
    collect();
    expect(pages.slice(0, -1).filter((page) => page.deref() !== undefined)).toEqual([]);
    expect(pages).toHaveLength(4);
  });
});

/** A service that answers every page with this next one, and counts. */
async function pointingTo(
  ...next: readonly (string | null)[]
): Promise<{ baseUrl: string; urls: () => string[] }> {
  const { baseUrl, received } = await answering((response) => {
    const body = { endpoints: [], uri: "u", next_page_uri: next[received.length - 1] ?? null };
    response.end(JSON.stringify(body));
  });
  return { baseUrl, urls: () => received.map(({ url }) => url) };
}

describe("next_page_uri", () => {
  test.each([
    ["/v1/endpoints?after=x", "/v1/endpoints?after=x"],
    ["?after=x", "/v1/endpoints?after=x"],
    ["endpoints?after=x#part", "/v1/endpoints?after=x"],
    ["/elsewhere/on/this/host", "/elsewhere/on/this/host"],
  ])("may be relative: %s", async (next, url) => {
    const { baseUrl, urls } = await pointingTo(next);
    await allOf(clientOf(`${baseUrl}/v1`).endpoints.list());
    expect(urls()).toEqual(["/v1/endpoints", url]);
  });

  test("may be empty, which is none", async () => {
    const { baseUrl, urls } = await pointingTo("");
    expect(await allOf(clientOf(baseUrl).endpoints.list())).toEqual([]);
    expect(urls()).toHaveLength(1);
  });

  test.each([
    ["another host", "http://other.example/endpoints?page=1"],
    ["another host, without a scheme", "//other.example/endpoints?page=1"],
    ["another scheme", "https://127.0.0.1/endpoints"],
    ["another port", "http://127.0.0.1:1/endpoints"],
    ["no place at all", "data:application/json,{}"],
  ])("to %s is an error, and nothing is sent", async (_what, next) => {
    const { baseUrl, urls } = await pointingTo(next, next);
    const error = await failing(UnexpectedResponse, allOf(clientOf(baseUrl).endpoints.list()));
    expect(error).toMatchObject({
      field: "next_page_uri",
      operation: "list endpoints",
      attempts: 1,
      message: `In the response of the service "next_page_uri" leads to another host or scheme than ${baseUrl}.`,
    });
    expect(urls()).toHaveLength(1);
    await failing(UnexpectedResponse, clientOf(baseUrl).endpoints.listPage());
  });

  test.each([
    ["a user name", (host: string) => `http://me@${host}/endpoints?page=1`, /user name/],
    ["no URI", () => "http://[", /is not a URI/],
    ["the API key", () => `?key=${apiKey}`, /holds the API key/],
  ])("with %s is an error", async (_what, nextOf, message) => {
    const next: string[] = [];
    const { baseUrl, received } = await answering((response) => {
      response.end(JSON.stringify({ endpoints: [], uri: "u", next_page_uri: next[0] }));
    });
    next.push(nextOf(baseUrl.replace("http://", "")));
    const error = await failing(UnexpectedResponse, clientOf(baseUrl).endpoints.listPage());
    expect(error.message).toMatch(message);
    expect(received).toHaveLength(1);
  });

  test.each([
    ["itself", ["/endpoints"], 1],
    ["itself, in other words", ["http:./endpoints#again"], 1],
    ["the page before", ["?page=1", "/endpoints"], 2],
    ["a page far back", ["?page=1", "?page=2", "?page=3", "?page=1"], 4],
  ])("to %s is a loop", async (_what, next, requests) => {
    const { baseUrl, urls } = await pointingTo(...next);
    const error = await failing(UnexpectedResponse, allOf(clientOf(baseUrl).endpoints.list()));
    expect(error.message).toBe(
      'In the response of the service "next_page_uri" leads back to an earlier page.',
    );
    expect(urls()).toHaveLength(requests);
  });

  test("of the caller's to another host is not sent", async () => {
    const { baseUrl, urls } = await pointingTo(null);
    const { endpoints } = clientOf(baseUrl);
    const error = await failing(InvalidRequest, endpoints.listPage("https://other.example/"));
    expect(error.message).toMatch(/not sent: the page's URI leads to another host/);
    expect(urls()).toEqual([]);
  });
});

describe("an identifier that stands twice", () => {
  const endpoint = (id: string, region = "eu"): object => ({
    id,
    region,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
    public_url: "tcp://a.example:1",
    proto: "tcp",
    hostport: "a.example:1",
    type: "edge",
  });

  /** A service whose list has these pages. */
  async function withPages(...pages: readonly (readonly object[])[]) {
    const { baseUrl, received } = await answering((response) => {
      const index = received.length - 1;
      const next_page_uri = index < pages.length - 1 ? `?page=${index + 1}` : null;
      response.end(JSON.stringify({ endpoints: pages[index], uri: "u", next_page_uri }));
    });
    return clientOf(baseUrl).endpoints;
  }

  test.each([
    ["in one page", [[endpoint("a"), endpoint("b"), endpoint("a", "us")]], "endpoints.2.id", []],
    ["in two pages", [[endpoint("a")], [endpoint("b"), endpoint("a")]], "endpoints.1.id", ["a"]],
  ])("%s is an error before the page is given out", async (_where, pages, field, before) => {
    const endpoints = await withPages(...pages);
    const given: string[] = [];
    const work = async (): Promise<void> => {
      for await (const { id } of endpoints.list()) given.push(id);
    };
    const error = await failing(UnexpectedResponse, work());
    expect(error).toMatchObject({
      name: "UnexpectedResponse",
      field,
      message:
        'In the response of the service the identifier "a" occurs twice in the list, and it is unknown which of the two is right.',
    });
    expect(given).toEqual(before);
  });

  test("and is the API key is not shown", async () => {
    const endpoints = await withPages([endpoint(apiKey), endpoint(apiKey)]);
    const error = await failing(UnexpectedResponse, endpoints.listPage());
    expect(error.message).toContain('"[API key]" occurs twice');
  });
});

test("a list of empty pages, each with another one after it, ends with an error", async () => {
  const { baseUrl, received } = await answering((response) => {
    const next_page_uri = `?page=${received.length}`;
    response.end(JSON.stringify({ endpoints: [], uri: "u", next_page_uri }));
  });
  const error = await failing(UnexpectedResponse, allOf(clientOf(baseUrl).endpoints.list()));
  expect(error).toMatchObject({
    field: "next_page_uri",
    message:
      'In the response of the service "next_page_uri" leads to another page after 10 empty ones.',
  });
  expect(received).toHaveLength(10);
});

test.each([
  ["tcp_edges", { uri: "u", next_page_uri: null }, '"tcp_edges" is missing'],
  ["next_page_uri", { tcp_edges: [], uri: "u" }, '"next_page_uri" is missing'],
  ["uri", { tcp_edges: [], uri: 5, next_page_uri: null }, '"uri" is of the wrong type'],
  [
    "tcp_edges.0.id",
    { tcp_edges: [{}], uri: "u", next_page_uri: null },
    '"tcp_edges.0.id" is missing',
  ],
])("a page with a wrong %s", async (field, page, what) => {
  const { baseUrl } = await answering((response) => void response.end(JSON.stringify(page)));
  const error = await failing(UnexpectedResponse, clientOf(baseUrl).tcpEdges.listPage());
  expect(error).toMatchObject({ field, message: `In the response of the service ${what}.` });
});

test("fields of pages and endpoints that are not known are kept", async () => {
  const endpoint = {
    id: "e",
    region: "eu",
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
    public_url: "udp://a.example:1",
    proto: "udp",
    hostport: "a.example:1",
    type: "later",
    bindings: ["public"],
  };
  const page = { endpoints: [endpoint], uri: "u", next_page_uri: null, total: 1 };
  const { baseUrl } = await answering((response) => void response.end(JSON.stringify(page)));
  expect(await clientOf(baseUrl).endpoints.listPage()).toEqual(page);
});
