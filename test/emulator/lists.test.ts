import { describe, expect, test } from "vitest";
import { errorBody, started, type Send } from "./requests.ts";

interface Listed {
  readonly ids: readonly string[];
  readonly next: string | null;
}

async function page(send: Send, path: string): Promise<Listed> {
  const { body } = await send("GET", path);
  const { tcp_edges, endpoints, next_page_uri } = body as {
    tcp_edges?: { id: string }[];
    endpoints?: { id: string }[];
    next_page_uri: string | null;
  };
  return { ids: (tcp_edges ?? endpoints ?? []).map(({ id }) => id), next: next_page_uri };
}

/** The pages of a list, from first to last. */
async function pages(send: Send, baseUrl: string, path: string): Promise<(readonly string[])[]> {
  const found: (readonly string[])[] = [];
  for (let next: string | null = baseUrl + path; next !== null;) {
    expect(next.startsWith(`${baseUrl}/`)).toBe(true);
    const { ids, next: after }: Listed = await page(send, next.slice(baseUrl.length));
    found.push(ids);
    next = after;
  }
  return found;
}

const five = ["edge_1", "edge_2", "edge_3", "edge_4", "edge_5"];

test("a list without anything is one empty page", async () => {
  const { send, baseUrl } = await started();
  expect(await send("GET", "/edges/tcp")).toEqual({
    status: 200,
    body: { tcp_edges: [], uri: `${baseUrl}/edges/tcp`, next_page_uri: null },
  });
  expect(await send("GET", "/endpoints")).toEqual({
    status: 200,
    body: { endpoints: [], uri: `${baseUrl}/endpoints`, next_page_uri: null },
  });
});

test("an item of the list is what getting it answers", async () => {
  const { send } = await started();
  const { body } = await send("POST", "/edges/tcp", { traffic_policy: { value: "{}" } });
  expect((await send("GET", "/edges/tcp")).body).toMatchObject({ tcp_edges: [body] });
});

test("newest first, in pages, each once", async () => {
  const { send, baseUrl } = await started({ tcpEdges: five, pageSize: 2 });
  expect(await pages(send, baseUrl, "/edges/tcp")).toEqual([
    ["edge_5", "edge_4"],
    ["edge_3", "edge_2"],
    ["edge_1"],
  ]);
});

test("no empty page follows a full one", async () => {
  const { send, baseUrl } = await started({ tcpEdges: five.slice(1), pageSize: 2 });
  expect(await pages(send, baseUrl, "/edges/tcp")).toHaveLength(2);
});

test("a page may be asked to be smaller, and stays so, but not larger", async () => {
  const { send, baseUrl } = await started({ tcpEdges: five, pageSize: 3 });
  expect((await pages(send, baseUrl, "/edges/tcp?limit=2")).map(({ length }) => length)).toEqual([
    2, 2, 1,
  ]);
  expect((await pages(send, baseUrl, "/edges/tcp?limit=1000"))[0]).toHaveLength(3);
});

test("a hundred items are one page", async () => {
  const ids = Array.from({ length: 101 }, (_item, index) => `e${index}`);
  const { send, baseUrl } = await started({ tcpEdges: ids });
  const [first = [], second] = await pages(send, baseUrl, "/edges/tcp");
  expect([first.length, second]).toEqual([100, ["e0"]]);
});

test.each(["limit=0", "limit=-1", "limit=two", "limit=1.5", "limit=", "limit=1&limit=2"])(
  "%s is refused",
  async (query) => {
    const { send } = await started();
    expect(await send("GET", `/edges/tcp?${query}`)).toEqual({
      status: 400,
      body: errorBody(400, "invalid_request", expect.stringContaining("limit")),
    });
  },
);

test.each(["before_id=edge_9", "before_id=", "before_id=edge_1&before_id=edge_2"])(
  "%s is refused",
  async (query) => {
    const { send } = await started({ tcpEdges: five });
    expect(await send("GET", `/endpoints?${query}`)).toEqual({
      status: 400,
      body: errorBody(400, "invalid_request", expect.stringContaining("before_id")),
    });
  },
);

test("parameters that are not known are ignored", async () => {
  const { send } = await started({ tcpEdges: five });
  expect((await page(send, "/edges/tcp?filter=x")).ids).toHaveLength(5);
});

describe("changes between two pages", () => {
  test("what is deleted is not listed, and what stays is listed once", async () => {
    const { send, baseUrl } = await started({ tcpEdges: five, pageSize: 2 });
    const first = await page(send, "/edges/tcp");
    await send("DELETE", "/edges/tcp/edge_4");
    await send("DELETE", "/edges/tcp/edge_3");
    await send("POST", "/edges/tcp", {});
    await send("PATCH", "/edges/tcp/edge_2", { description: "changed" });
    const second = await page(send, (first.next ?? "").slice(baseUrl.length));
    expect(first.ids).toEqual(["edge_5", "edge_4"]);
    expect(second).toEqual({ ids: ["edge_2", "edge_1"], next: null });
  });

  test("a page may be the last that was, and then be empty", async () => {
    const { send, baseUrl } = await started({ tcpEdges: five.slice(0, 2), pageSize: 1 });
    const { next } = await page(send, "/edges/tcp");
    await send("DELETE", "/edges/tcp/edge_1");
    expect(await page(send, (next ?? "").slice(baseUrl.length))).toEqual({ ids: [], next: null });
  });
});
