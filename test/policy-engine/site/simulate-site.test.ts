import {
  CircuitBreakers,
  compileSite,
  entriesFor,
  possibleSiteOutcomes,
  RateLimits,
  receiversOf,
  simulateSite,
  type CompiledSite,
  type Exchange,
  type SiteOptions,
  type SiteOutcome,
} from "@traffic-policy/policy-engine";
import type { JsonValue } from "@traffic-policy/policy-language";
import type { Site } from "@traffic-policy/policy-language/internal";
import { expect, test } from "vitest";
import { aSite, forward, policy, rule } from "./a-site.ts";

const tells = (name: string): object => ({
  type: "add-headers",
  config: { headers: { [name]: "${endpoint.host}" } },
});
const refuse = { type: "deny", config: { status_code: 403 } };

test("a request goes from endpoint to endpoint, and the response comes back through all", async () => {
  const site = aSite({
    "https://shop.example": {
      policy: policy(
        [rule([], tells("x-first") as never, forward("https://api.internal"))],
        [
          rule([], {
            type: "add-headers",
            config: { headers: { "x-last": "${res.headers['x-inner'][0]}" } },
          }),
        ],
      ),
    },
    "https://api.internal": {
      server: true,
      policy: policy(
        [
          rule(
            ["'x-first' in req.headers && req.host == 'shop.example'"],
            tells("x-second") as never,
          ),
        ],
        [rule([], { type: "add-headers", config: { headers: { "x-inner": "${endpoint.host}" } } })],
      ),
    },
  });

  const outcome = await simulated(site, {
    request: { url: "https://shop.example/a" },
    response: {},
  });

  expect(outcome.result).toBe("forwarded");
  expect(outcome.reaches?.name).toBe("https://api.internal");
  expect(outcome.request?.url).toBe("https://shop.example/a");
  expect(outcome.request?.headers).toMatchObject({
    "x-first": ["shop.example"],
    "x-second": ["api.internal"],
  });
  expect(outcome.response?.headers).toMatchObject({
    "x-inner": ["api.internal"],
    "x-last": ["api.internal"],
  });
  expect(outcome.hops.map(({ endpoint }) => endpoint.name)).toEqual([
    "https://shop.example",
    "https://api.internal",
  ]);
});

test("variables of a policy are gone at the next endpoint", async () => {
  const site = aSite({
    "https://shop.example": {
      policy: policy([
        rule(
          [],
          { type: "set-vars", config: { vars: [{ tier: "gold" }] } },
          forward("https://api.internal"),
        ),
      ]),
    },
    "https://api.internal": {
      server: true,
      policy: policy([rule(["has(vars.tier)"], refuse)]),
    },
  });

  expect((await simulated(site)).result).toBe("forwarded");
});

test("an inner refusal is the answer of the site", async () => {
  const site = aSite({
    "https://shop.example": { policy: policy([rule([], forward("https://api.internal"))]) },
    "https://api.internal": { server: true, policy: policy([rule([], refuse)]) },
  });

  const outcome = await simulated(site);

  expect(outcome).toMatchObject({ result: "answered", response: { status: 403 } });
  expect(outcome.reaches).toBeUndefined();
});

test("a forward to an endpoint that does not exist fails, and with `continue` goes on", async () => {
  const to = (onError?: "continue"): Site =>
    aSite({
      "https://shop.example": {
        policy: policy([rule([], forward("https://apj.internal", onError), refuse)]),
      },
    });

  const halted = await simulated(to());

  expect(halted.result).toBe("failed");
  expect(halted.errors.map(({ message }) => message)).toEqual([
    "No internal endpoint of the site has the URL https://apj.internal.",
  ]);
  expect((await simulated(to("continue"))).response?.status).toBe(403);
});

test("an endpoint that is offline is passed over", async () => {
  const site = aSite({
    "https://shop.example": {
      policy: policy([
        rule([], forward("https://one.internal", "continue"), forward("https://two.internal")),
      ]),
    },
    "https://one.internal": { server: true },
    "https://two.internal": { server: true },
  });

  expect((await simulated(site)).reaches?.name).toBe("https://one.internal");
  const offline = new Set(["https://one.internal"]);
  expect((await simulated(site, undefined, { offline })).reaches?.name).toBe(
    "https://two.internal",
  );
});

test("a loop of forwards fails", async () => {
  const site = aSite({
    "https://shop.example": { policy: policy([rule([], forward("https://a.internal"))]) },
    "https://a.internal": { policy: policy([rule([], forward("https://b.internal"))]) },
    "https://b.internal": { policy: policy([rule([], forward("https://a.internal"))]) },
  });

  const { result, errors } = await simulated(site);

  expect(result).toBe("failed");
  expect(errors.map(({ message }) => message)).toEqual([
    "It is forwarded more than 8 times, as in a loop.",
  ]);
});

test("a cloud endpoint whose rules do not end fails", async () => {
  const site = aSite({
    "https://shop.example": { policy: policy([rule([], tells("x") as never)]) },
  });

  expect((await simulated(site)).result).toBe("failed");
});

test("an interpolated URL leads to the endpoint that it becomes", async () => {
  const site = aSite({
    "https://*.example": {
      policy: policy([rule([], forward("https://${req.host.split('.')[0]}.internal"))]),
    },
    "https://blog.internal": { server: true },
  });
  const at = (url: string): Promise<SiteOutcome> => simulated(site, { request: { url } });

  expect((await at("https://blog.example/")).reaches?.name).toBe("https://blog.internal");
  expect((await at("https://shop.example/")).result).toBe("failed");
});

test("connections are forwarded, too", async () => {
  const site = aSite({
    "tcp://db.example:5432": {
      policy: { on_tcp_connect: [{ actions: [forward("tcp://db.internal:5432")] }] },
    },
    "tcp://db.internal:5432": {
      server: true,
      policy: {
        on_tcp_connect: [{ expressions: ["conn.client_ip != '10.0.0.1'"], actions: [refuse] }],
      },
    },
  });
  const from = (clientIp: string): Exchange => ({
    endpoint: { url: "tcp://db.example:5432" },
    connection: { clientIp },
  });

  expect((await simulated(site, from("10.0.0.1"))).reaches?.name).toBe("tcp://db.internal:5432");
  expect((await simulated(site, from("10.0.0.2"))).result).toBe("closed");
});

test("an internal endpoint for HTTP runs no rules of connections", async () => {
  const site = aSite({
    "https://shop.example": { policy: policy([rule([], forward("https://api.internal"))]) },
    "https://api.internal": {
      server: true,
      policy: { on_tcp_connect: [{ actions: [refuse] }] },
    },
  });

  expect((await simulated(site)).result).toBe("forwarded");
});

test("the member of a pool and an unsure target are what only the service knows", async () => {
  const compiled = await compileSite(
    aSite({
      "https://shop.example": {
        policy: policy([rule([], forward("http://api.internal", "continue"), refuse)]),
      },
      "https://api.internal": [
        { server: true },
        {
          server: true,
          policy: policy([rule([], { type: "deny", config: { status_code: 401 } })]),
        },
      ],
    }),
  );
  const exchange = { request: { url: "https://shop.example/" } };
  const [entry] = entriesFor(compiled, exchange);

  const { possible, isComplete } = possibleSiteOutcomes(compiled, entry as never, exchange);

  expect(isComplete).toBe(true);
  expect(possible.map(({ outcome }) => [outcome.result, outcome.response?.status])).toEqual([
    ["forwarded", undefined],
    ["answered", 401],
    ["answered", 403],
  ]);
});

test("members of a pool are different outcomes, as their servers are", async () => {
  const compiled = await compileSite(
    aSite({ "https://shop.example": [{ server: "8080" }, { server: "8081" }] }),
  );
  const inner = await compileSite(
    aSite({
      "https://shop.example": { policy: policy([rule([], forward("https://api.internal"))]) },
      "https://api.internal": [{ server: "8080" }, { server: "8081" }],
    }),
  );
  const exchange = { request: { url: "https://shop.example/" } };
  const serversFrom = (site: CompiledSite): (string | undefined)[] =>
    entriesFor(site, exchange).flatMap((entry) =>
      possibleSiteOutcomes(site, entry, exchange).possible.map(
        ({ outcome }) => outcome.reaches?.upstream,
      ),
    );

  expect(serversFrom(compiled)).toEqual(["8080", "8081"]);
  expect(serversFrom(inner)).toEqual(["8080", "8081"]);
});

test("each endpoint counts on its own for limits and breakers at the same place of a policy", async () => {
  const limited = (...more: readonly JsonValue[]): JsonValue =>
    policy([
      rule(
        [],
        {
          type: "rate-limit",
          config: {
            name: "one",
            algorithm: "sliding_window",
            capacity: 1,
            rate: "60s",
            bucket_key: [],
          },
        },
        { type: "circuit-breaker", config: { error_threshold: 0.5, volume_threshold: 2 } },
        ...more,
      ),
    ]);
  const site = aSite({
    "https://shop.example": { policy: limited(forward("https://api.internal")) },
    "https://api.internal": { server: true, policy: limited() },
  });
  const limits = { rateLimits: new RateLimits(), circuitBreakers: new CircuitBreakers() };
  const failing = { request: { url: "https://shop.example/" }, response: { status: 500 } };

  expect((await simulated(site, failing, limits)).result).toBe("forwarded");
  expect((await simulated(site, failing, limits)).response?.status).toBe(429);
  const breakers = { circuitBreakers: limits.circuitBreakers };
  expect((await simulated(site, failing, breakers)).result).toBe("forwarded");
});

test("a forward may come to an endpoint of a site that is not read", async () => {
  const site = aSite({
    "https://shop.example": {
      policy: policy([rule([], forward("https://api.internal", "continue"), refuse)]),
    },
  });
  const exchange = { request: { url: "https://shop.example/" } };
  const messagesIn = async (isPartial: boolean): Promise<readonly string[]> => {
    const compiled = await compileSite(site, { isPartial });
    const [entry] = receiversOf(compiled, exchange);
    return simulateSite(compiled, entry, exchange).notSimulated.map(({ message }) => message);
  };

  expect(await messagesIn(false)).toEqual([]);
  expect(await messagesIn(true)).toEqual([
    "https://api.internal may be an endpoint that is not read.",
  ]);
});

async function simulated(
  site: Site,
  exchange: Exchange = { request: { url: "https://shop.example/" } },
  options?: SiteOptions,
): Promise<SiteOutcome> {
  const compiled = await compileSite(site);
  const [entry] = entriesFor(compiled, exchange);
  if (entry === undefined) throw new Error("No endpoint receives the exchange.");
  return simulateSite(compiled, entry, exchange, options);
}
