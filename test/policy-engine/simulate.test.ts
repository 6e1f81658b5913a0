import {
  compilePolicy,
  ExchangeError,
  ExchangeRun,
  simulate,
  simulateSync,
} from "@traffic-policy/policy-engine";
import { describe, expect, test } from "vitest";
import { plainExchange, simulated } from "./simulated.ts";

const tag = { type: "add-headers", config: { headers: { "x-a": "1" } } };

describe("an exchange that cannot be is refused", () => {
  test.each([
    [{}, "The exchange has no request."],
    [{ request: { url: "example.com/a" } }, '"example.com/a" is not the URL of a request.'],
    [{ request: { url: "http://a:b/" } }, '"http://a:b/" is not the URL of a request.'],
    [{ ...plainExchange, time: "yesterday" }, '"yesterday" is not a time.'],
    [{ ...plainExchange, time: Number.NaN }, "NaN is not a time."],
    [{ ...plainExchange, time: Number.POSITIVE_INFINITY }, "Infinity is not a time."],
    [{ ...plainExchange, time: 1e15 }, "1000000000000000 is not a time."],
    [{ ...plainExchange, time: -1e14 }, "-100000000000000 is not a time."],
    [{ ...plainExchange, time: new Date("x") }, "Invalid Date is not a time."],
  ])("%j", async (exchange, message) => {
    const policy = await compilePolicy({});
    expect(() => simulateSync(policy, exchange)).toThrow(ExchangeError);
    expect(() => simulateSync(policy, exchange)).toThrow(message);
    await expect(simulate(policy, exchange)).rejects.toThrow(message);
  });
});

test.each(["start", "end"] as const)(
  "and so is the %s of a connection that is no time",
  async (field) => {
    const document = {
      inbound: [{ expressions: [`conn.ts.${field} == conn.ts.${field}`], actions: [tag] }],
    };
    const policy = await compilePolicy(document);
    const exchange = { ...plainExchange, connection: { [field]: Number.NaN } };
    expect(() => simulateSync(policy, exchange)).toThrow(ExchangeError);
  },
);

test("a certificate may begin in 1970", async () => {
  const expression = "conn.tls.client.validity.not_before == timestamp(0)";
  const { matched, errors } = await simulated(
    { inbound: [{ expressions: [expression], actions: [tag] }] },
    { ...plainExchange, connection: { tls: { client: { notBefore: 0, notAfter: 0 } } } },
  );
  expect({ errors, matched: matched.length }).toEqual({ errors: [], matched: 1 });
});

test.each([
  [{ url: "/a" }, {}, "https://example.com/a", "example.com"],
  [{ url: "/a", headers: { Host: "b:81" } }, {}, "https://b:81/a", "b:81"],
  [{ url: "/a" }, { endpoint: { url: "http://c:82" } }, "http://c:82/a", "c:82"],
  [{ url: "http://d/a", headers: { host: "e" } }, {}, "http://d/a", "e"],
])("the URL of %j with %j is %s", async (request, rest, url, host) => {
  const outcome = await simulated({}, { ...rest, request });
  expect(outcome.request?.url).toBe(url);
  expect(outcome.request?.headers["host"]).toEqual([host]);
});

test("the upstream can be a function, which is asked only when the request reaches it", async () => {
  const asked: string[] = [];
  const exchange = {
    ...plainExchange,
    upstream: async ({ url, headers }: { url: string; headers: object }) => {
      asked.push(`${url} ${JSON.stringify(headers)}`);
      await Promise.resolve();
      return { status: 204 };
    },
  };
  const policy = await compilePolicy({ inbound: [{ actions: [tag] }] });
  expect((await simulate(policy, exchange)).response).toEqual({ status: 204, headers: {} });
  expect(asked).toEqual(['https://example.com/ {"host":["example.com"],"x-a":["1"]}']);
  await simulate(await compilePolicy({ inbound: [{ actions: [{ type: "deny" }] }] }), exchange);
  expect(asked).toHaveLength(1);
  expect(() => simulateSync(policy, exchange)).toThrow("The upstream is a function");
});

test("without a response the outcome ends with what is forwarded", async () => {
  const outcome = await simulated({ outbound: [{ actions: [tag] }] });
  expect(outcome).toEqual({
    result: "forwarded",
    directions: [
      { direction: "inbound", result: "completed" },
      { direction: "outbound", result: "skipped" },
    ],
    request: {
      method: "GET",
      url: "https://example.com/",
      headers: { host: ["example.com"] },
    },
    rules: [{ path: "/outbound/0", direction: "outbound" }],
    matched: [],
    logs: [],
    notSimulated: [],
    errors: [],
  });
});

test("an outcome names all rules of the policy, once for all outcomes of it", async () => {
  const policy = await compilePolicy({
    inbound: [{ name: "Deny", actions: [{ type: "deny" }] }, { actions: [tag] }],
    outbound: [{ name: "Tag", actions: [tag] }],
  });
  const { rules, matched } = simulateSync(policy, plainExchange);
  expect(rules).toEqual([
    { path: "/inbound/0", direction: "inbound", name: "Deny" },
    { path: "/inbound/1", direction: "inbound" },
    { path: "/outbound/0", direction: "outbound", name: "Tag" },
  ]);
  expect(matched).toEqual([rules[0]]);
  expect(simulateSync(policy, plainExchange).rules).toBe(rules);
});

test.each(["tcp", "tls"] as const)(
  "a connection of %s goes through both directions",
  async (protocol) => {
    const log = { type: "log", config: { metadata: { from: "${conn.client_ip}" } } };
    const document = { inbound: [{ actions: [log] }], outbound: [{ actions: [log] }] };
    const outcome = await simulated(
      document,
      { connection: { clientIp: "192.0.2.1" } },
      { protocol },
    );
    expect(outcome.result).toBe("forwarded");
    expect(outcome.logs).toEqual([
      { path: "/inbound/0/actions/0", metadata: { from: "192.0.2.1" } },
      { path: "/outbound/0/actions/0", metadata: { from: "192.0.2.1" } },
    ]);
    expect(outcome).not.toHaveProperty("request");
  },
);

test("an exchange can be run in two steps", async () => {
  const policy = await compilePolicy({
    inbound: [{ actions: [tag] }],
    outbound: [{ actions: [tag] }],
  });
  const run = new ExchangeRun(policy, plainExchange);
  expect(run.request()?.headers["x-a"]).toEqual(["1"]);
  run.response({ status: 404, headers: { "x-a": "0" } });
  expect(run.outcome().response).toEqual({ status: 404, headers: { "x-a": ["0", "1"] } });
});

test("a run tells which headers of the request rules have set or removed", async () => {
  const names = (type: string, headers: unknown) => ({ type, config: { headers } });
  const policy = await compilePolicy({
    inbound: [
      { actions: [names("add-headers", { "X-A": "1" }), names("remove-headers", ["X-None"])] },
      { expressions: ["false"], actions: [names("remove-headers", ["x-b"])] },
    ],
    outbound: [{ actions: [names("add-headers", { "x-c": "1" })] }],
  });
  const run = new ExchangeRun(policy, plainExchange);
  expect([...run.changedHeaders]).toEqual([]);
  run.request();
  run.response({});
  expect([...run.changedHeaders]).toEqual(["x-a", "x-none"]);
});

test.each(["http", "tcp", "tls"] as const)(
  "no rule runs after an upstream that cannot be reached: %s",
  async (protocol) => {
    const log = { actions: [{ type: "log", config: { metadata: {} } }] };
    const policy = await compilePolicy({ inbound: [log], outbound: [log] }, { protocol });
    const run = new ExchangeRun(policy, plainExchange, { trace: true });
    run.request();
    run.response(null);
    const { result, directions, logs, trace } = run.outcome();
    expect(result).toBe("forwarded");
    expect(directions).toEqual([
      { direction: "inbound", result: "completed" },
      { direction: "outbound", result: "skipped" },
    ]);
    expect(logs.map(({ path }) => path)).toEqual(["/inbound/0/actions/0"]);
    expect(trace?.rules.map((rule) => rule.result)).toEqual(["matched", "skipped"]);
  },
);

test("one policy serves many exchanges, and none sees another", async () => {
  const policy = await compilePolicy({
    inbound: [
      {
        expressions: ["hasReqCookie('id') && getReqCookie('id').value == req.url.path"],
        actions: [tag],
      },
    ],
  });
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_item, index) => {
      const request = { url: `/${index % 7}`, cookies: { id: `/${index % 5}` } };
      return simulate(policy, { request, upstream: () => Promise.resolve({}) });
    }),
  );
  expect(outcomes.map(({ matched }) => matched.length > 0)).toEqual(
    Array.from({ length: 50 }, (_item, index) => index % 7 === index % 5),
  );
});

test("changes are in the trace of the action that made them", async () => {
  const { trace } = await simulated(
    {
      inbound: [
        {
          name: "both",
          actions: [
            { type: "url-rewrite", config: { from: "/$", to: "/a" } },
            tag,
            { type: "deny" },
            tag,
          ],
        },
        { actions: [tag] },
      ],
    },
    plainExchange,
    { trace: true },
  );
  expect(trace?.rules).toEqual([
    {
      path: "/inbound/0",
      name: "both",
      result: "matched",
      expressions: [],
      actions: [
        {
          path: "/inbound/0/actions/0",
          type: "url-rewrite",
          result: "done",
          changes: [
            { what: "url", before: "https://example.com/", after: "https://example.com/a" },
          ],
        },
        {
          path: "/inbound/0/actions/1",
          type: "add-headers",
          result: "done",
          changes: [{ what: "request-header", name: "x-a", before: null, after: ["1"] }],
        },
        { path: "/inbound/0/actions/2", type: "deny", result: "ended", changes: [] },
        { path: "/inbound/0/actions/3", type: "add-headers", result: "skipped", changes: [] },
      ],
    },
    {
      path: "/inbound/1",
      result: "skipped",
      expressions: [],
      actions: [
        { path: "/inbound/1/actions/0", type: "add-headers", result: "skipped", changes: [] },
      ],
    },
  ]);
});
