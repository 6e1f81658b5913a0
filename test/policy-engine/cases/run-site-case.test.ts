import {
  compileSite,
  SiteCaseRunner,
  type Difference,
  type Expectation,
  type PolicyCase,
} from "@traffic-policy/policy-engine";
import { caseState } from "@traffic-policy/policy-engine/internal";
import { FormatError, readCases } from "@traffic-policy/policy-engine/formats";
import type { Site } from "@traffic-policy/policy-language/internal";
import { expect, test } from "vitest";
import { aSite, forward, policy } from "../site/a-site.ts";

const refuse = { type: "deny", config: { status_code: 403 } };

const named = (name: string, ...actions: readonly unknown[]): never => ({ name, actions }) as never;

const shop = aSite({
  "https://shop.example": {
    name: "gateway",
    policy: {
      on_http_request: [
        {
          name: "Bills",
          expressions: ["req.url.path.startsWith('/bills/')"],
          actions: [forward("https://bills.internal")],
        },
        { name: "Others", actions: [forward("https://front.internal")] },
      ],
    },
  },
  "https://bills.internal": {
    name: "bills",
    server: "http://localhost:3001",
    policy: {
      on_http_request: [
        { name: "Few", expressions: ["req.method != 'GET'"], actions: [refuse] },
        {
          name: "Told",
          actions: [{ type: "add-headers", config: { headers: { "x-by": "bills" } } }],
        },
      ],
    },
  },
  "https://front.internal": { server: "8080" },
});

test.each<[string, Expectation]>([
  ["GET", { outcome: "forwarded", endpoints: ["https://shop.example", "https://bills.internal"] }],
  ["GET", { endpoints: ["gateway", "https://bills.internal:443/"] }],
  ["GET", { server: "http://localhost:3001", upstream: { headers: { "x-by": "bills" } } }],
  ["GET", { server: { matches: ":3001$" }, by: null }],
  ["GET", { matched: ["Bills", "Told"], notMatched: ["Few", "Others"] }],
  ["GET", { onlyMatched: ["Bills", "https://bills.internal/on_http_request/1"] }],
  ["POST", { outcome: "denied", status: 403, server: null, upstream: null }],
  ["POST", { by: { action: "deny", rule: "Few" }, endpoints: ["gateway", "bills"] }],
])("of a %s, a site meets %j", async (method, expected) => {
  expect(await stateOf(shop, expected, { method })).toEqual(["passed", []]);
});

test.each<[string, Expectation, string, string]>([
  ["GET", { endpoints: ["https://shop.example"] }, "failed", "/endpoints"],
  ["GET", { endpoints: ["https://bills.internal", "gateway"] }, "failed", "/endpoints"],
  ["GET", { endpoints: ["gateway", "https://bill.internal"] }, "failed", "/endpoints/1"],
  ["GET", { server: 8080 }, "failed", "/server"],
  ["GET", { server: null }, "failed", "/server"],
  ["POST", { server: "http://localhost:3001" }, "failed", "/server"],
  ["GET", { matched: ["/on_http_request/0"] }, "failed", "/matched/0"],
  ["GET", { matched: ["Few"] }, "failed", "/matched/0"],
  ["POST", { by: "forward-internal" }, "failed", "/by"],
  ["POST", { status: 200 }, "failed", "/status"],
])("of a %s, a site does not meet %j", async (method, expected, state, path) => {
  const [is, differences] = await stateOf(shop, expected, { method });
  expect([is, ...differences.map((one) => one.path)]).toEqual([state, path]);
});

test("the server of an endpoint that names none is not known", async () => {
  const { endpoints } = aSite({ "https://shop.example": { server: true } });
  const { upstream: _, ...nameless } = endpoints[0] as (typeof endpoints)[number];
  const site = { ...shop, endpoints: [nameless] };
  const only = new (shop.constructor as typeof Site)(site.endpoints);
  expect((await stateOf(only, { server: "8080" }))[0]).toBe("undecided");
  expect((await stateOf(only, { server: null }))[0]).toBe("failed");
});

const pooled = (first: object, second: object): Site =>
  aSite({
    "https://shop.example": { policy: policy([named("To", forward("https://api.internal"))]) },
    "https://api.internal": [first, second],
  });

test("every member of a pool has to meet the expectation, and the message names one that does not", async () => {
  const site = pooled({ server: "8080" }, { server: "8081" });

  const all = await stateOf(site, { endpoints: ["https://shop.example", "https://api.internal"] });
  const [state, [difference]] = await stateOf(site, { server: "8080" });

  expect(all).toEqual(["passed", []]);
  expect(state).toBe("undecided");
  expect(difference?.note).toBe(
    "Only the service knows it. It is not as expected if https://api.internal → https://api.internal (https://api.internal 1) is not the way.",
  );
  expect((await stateOf(site, { server: "8082" }))[0]).toBe("failed");
});

test("so has every member of the pool that receives the request", async () => {
  const site = aSite({
    "https://shop.example": [
      { server: "8080" },
      { server: true, policy: policy([named("No", refuse)]) },
    ],
  });

  const [state, [difference]] = await stateOf(site, { outcome: "forwarded" });

  expect(state).toBe("undecided");
  expect(difference?.note).toBe(
    "Only the service knows it. It is not as expected if https://shop.example (https://shop.example 2) is the way.",
  );
  expect((await stateOf(site, { endpoints: ["https://shop.example"] }))[0]).toBe("passed");
});

test("a limit counts the requests of a case, unless members of a pool share them", async () => {
  const limit = named("Limit", {
    type: "rate-limit",
    config: { name: "two", algorithm: "sliding_window", capacity: 2, rate: "60s", bucket_key: [] },
  });
  const one = aSite({ "https://shop.example": { server: true, policy: policy([limit]) } });
  const member = { server: true, policy: policy([limit]) } as const;

  expect((await stateOf(one, { status: 429 }, { times: 3 }))[0]).toBe("passed");
  expect((await stateOf(one, { outcome: "forwarded" }, { times: 2 }))[0]).toBe("passed");
  const spread = aSite({ "https://shop.example": [member, member] });
  expect((await stateOf(spread, { outcome: "forwarded" }, { times: 4 }))[0]).toBe("undecided");
  const [state, [difference]] = await stateOf(
    pooled(member, member),
    { status: 429 },
    { times: 3 },
  );
  expect(state).toBe("undecided");
  expect(difference?.note).toBe(
    "Only the service knows which members of https://api.internal get the requests before.",
  );
});

test("nothing is decided where a policy, or an endpoint, is not known", async () => {
  const unread = aSite({ "https://shop.example": { server: true, unread: "in web.yaml" } });
  const [state, [difference]] = await stateOf(unread, { outcome: "forwarded" });
  expect(state).toBe("undecided");
  expect(difference?.note).toBe("The policy of https://shop.example is not known: in web.yaml.");
  expect((await stateOf(unread, { server: null }))[0]).toBe("undecided");

  const missing = aSite({
    "https://shop.example": { policy: policy([named("To", forward("https://api.internal"))]) },
  });
  expect((await stateOf(missing, { outcome: "failed" }))[0]).toBe("passed");
  expect((await stateOf(missing, { outcome: "failed" }, { isPartial: true }))[0]).toBe("undecided");
});

test.each([
  [{ site: ".", policy: "a.json" }, "/policy", '"policy" and "site" cannot be used together.'],
  [
    { site: ".", protocol: "http" },
    "/protocol",
    '"protocol" is for the cases of a policy, and these are of a site.',
  ],
  [
    { expect: { server: null } },
    "/cases/0/expect/server",
    '"server" is for the cases of a site, and these are of a policy.',
  ],
  [
    { each: [{ expect: { endpoints: ["a"] } }] },
    "/cases/0/each/0/expect/endpoints",
    '"endpoints" is for the cases of a site, and these are of a policy.',
  ],
])("a file with %j is refused", (given, path, message) => {
  const { expect: expected, each, ...file } = given as Record<string, object>;
  const request = { url: "https://shop.example/" };
  const one = { name: "a", request, expect: expected ?? { status: 200 }, ...(each && { each }) };
  const read = (): never => {
    throw new Error("No file is read.");
  };
  let error: unknown;
  try {
    readCases({ ...file, cases: [one] }, { isCode: false, read });
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(FormatError);
  expect(error).toMatchObject({ path, message });
});

test.each(["https://${conn.geo.city}.internal", "https://${conn.geo.city}.any.internal"])(
  "nothing is decided where only the service knows what is forwarded to: %s",
  async (url) => {
    const site = aSite({
      "https://shop.example": { policy: policy([named("To", forward(url))]) },
      "https://*.any.internal": { server: "1" },
      "https://oslo.any.internal": { server: "2" },
      "https://oslo.internal": { server: "2" },
    });

    for (const expected of [{ outcome: "failed" }, { server: "1" }, { server: "2" }] as const) {
      expect((await stateOf(site, expected))[0]).toBe("undecided");
    }
    const connection = { geo: { city: "oslo" } };
    expect((await stateOf(site, { server: "2" }, { connection }))[0]).toBe("passed");
  },
);

test("a file of a site has its paths as a list", () => {
  const cases = [{ name: "a", request: { url: "https://a.example/" }, expect: { server: 8080 } }];
  const how = { isCode: false, read: () => new Uint8Array() };
  expect(readCases({ site: "a", cases }, how).site).toEqual(["a"]);
  expect(readCases({ site: ["a", "b/*.yaml"], cases }, how).site).toEqual(["a", "b/*.yaml"]);
});

async function stateOf(
  site: Site,
  expected: Expectation,
  {
    method = "GET",
    isPartial = false,
    ...more
  }: Partial<PolicyCase> & { readonly method?: string; readonly isPartial?: boolean } = {},
): Promise<[string, readonly Difference[]]> {
  const runner = new SiteCaseRunner(await compileSite(site, { isPartial }));
  const url = "https://shop.example/bills/7";
  const result = await runner.run({
    name: "a",
    request: { method, url },
    expect: expected,
    ...more,
  });
  return [caseState(result), result.differences];
}
