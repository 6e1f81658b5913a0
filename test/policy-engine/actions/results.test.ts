import { directionsDialect, type Action } from "@traffic-policy/policy-language";
import type { Exchange, SimulationOptions } from "@traffic-policy/policy-engine";
import { describe, expect, test } from "vitest";
import { effects } from "../../../packages/policy-engine/src/actions/index.generated.ts";
import { plainExchange, simulated } from "../simulated.ts";

// The variables that actions set. Source: facts/behaviour.json, resultVariables.

const add = (name: string, value: string): Action => ({
  type: "add-headers",
  config: { headers: { [name]: value } },
});
const log = (metadata: Record<string, unknown>): Action => ({ type: "log", config: { metadata } });
const request = { url: "https://example.com/v1/v1?a=b" };

/** What a log entry says of results after some actions. */
async function resultsOf(
  actions: readonly Action[],
  names: readonly string[],
  exchange: Exchange = { request },
  options: SimulationOptions = {},
): Promise<unknown> {
  const entry = Object.fromEntries(names.map((name) => [name, `\${actions.ngrok.${name}}`]));
  const rule = { actions: [...actions, log(entry)] };
  const direction = exchange.response === undefined ? "inbound" : "outbound";
  const { logs, errors } = await simulated({ [direction]: [rule] }, exchange, options);
  return errors[0]?.message ?? logs.at(-1)?.metadata;
}

describe("an action leaves behind", () => {
  test.each<[Action, Record<string, unknown>, Exchange?]>([
    [add("X-A", "1"), { "add_headers.headers_added": { "x-a": "1" } }],
    [
      { type: "remove-headers", config: { headers: ["Accept", "x-none"] } },
      { "remove_headers.headers_removed": ["Accept"] },
      { request: { ...request, headers: { accept: "*/*" } } },
    ],
    [log({ a: { b: 1 } }), { "log.metadata": { a: { b: 1 } } }],
    [
      {
        type: "rate-limit",
        config: {
          name: "a",
          algorithm: "sliding_window",
          capacity: 5,
          rate: "60s",
          bucket_key: ["conn.client_ip", "req.host"],
        },
      },
      {
        "rate_limit.bucket_key": "198.51.100.1,example.com",
        "rate_limit.limited": false,
        "rate_limit.error.code": "",
      },
    ],
    [
      { type: "redirect", config: { from: "/v3", to: "/v4" } },
      { "redirect.matches": [], "redirect.url": request.url, "redirect.error.message": "" },
    ],
    [
      { type: "url-rewrite", config: { from: "/v[0-9]", to: "/v2" } },
      {
        "url_rewrite.matches": ["/v1", "/v1"],
        "url_rewrite.url": "https://example.com/v2/v2?a=b",
        "url_rewrite.error.code": "",
      },
    ],
    [
      { type: "restrict-ips", config: { allow: ["192.0.2.0/24", "198.51.100.0/24"] } },
      {
        "restrict_ips.action": "allow",
        "restrict_ips.matched_cidr": "198.51.100.0/24",
        "restrict_ips.error.message": "",
      },
    ],
    [
      { type: "restrict-ips", config: { enforce: false, allow: ["192.0.2.0/24"] } },
      { "restrict_ips.action": "deny", "restrict_ips.matched_cidr": "" },
    ],
    [
      {
        type: "restrict-ips",
        config: { enforce: false, allow: ["0.0.0.0/0"], deny: ["198.51.100.1/32"] },
      },
      { "restrict_ips.action": "deny", "restrict_ips.matched_cidr": "198.51.100.1/32" },
    ],
    [
      { type: "compress-response" },
      { "compress.already_compressed": false, "compress.negotiated_algorithm": "gzip" },
      {
        request: { ...request, headers: { "accept-encoding": "gzip" } },
        response: { body: "a" },
      },
    ],
    [
      { type: "compress-response" },
      { "compress.already_compressed": true, "compress.negotiated_algorithm": "" },
      {
        request: { ...request, headers: { "accept-encoding": "gzip" } },
        response: { body: "a", headers: { "content-encoding": "br" } },
      },
    ],
  ])("%j: %j", async (action, results, exchange) => {
    expect(await resultsOf([action], Object.keys(results), exchange)).toEqual(results);
  });

  test("all results that the catalogue lists, but those of actions that are not simulated", async () => {
    for (const { type, results = [] } of directionsDialect.actions.values()) {
      // Without keys, it is not simulated; jwt-validation.test.ts has its results.
      if (!effects.has(type) || results.length === 0 || type === "jwt-validation") continue;
      const names = results.map(({ name }) => name.replace("actions.ngrok.", ""));
      const { example = {} } = directionsDialect.actions.get(type) ?? {};
      const config = type === "restrict-ips" ? { ...example, enforce: false } : example;
      const isOfResponse = type === "compress-response";
      const exchange = { request, ...(isOfResponse && { response: { status: 200 } }) };
      const found = await resultsOf([{ type, config }], names, exchange);
      expect(Object.keys(found as object), type).toEqual(names);
    }
  });
});

describe("a result", () => {
  const name = "add_headers.headers_added";

  test("is that of the last run, and nothing of the one before", async () => {
    const actions = [add("x-a", "1"), add("x-b", "2")];
    expect(await resultsOf(actions, [name])).toEqual({ [name]: { "x-b": "2" } });
  });

  test("is missing before the action has run, and fails", async () => {
    expect(await resultsOf([], [name])).toBe(
      "${actions.ngrok.add_headers.headers_added} fails: actions.ngrok.add_headers.headers_added has no value in this exchange.",
    );
    const guarded = { expressions: ["has(actions.ngrok.log.metadata)"], actions: [log({})] };
    const { matched } = await simulated({ inbound: [guarded, { actions: [log({})] }, guarded] });
    expect(matched.map(({ path }) => path)).toEqual(["/inbound/1", "/inbound/2"]);
  });

  test("decides in later rules, also of the response", async () => {
    const document = {
      inbound: [
        {
          actions: [{ type: "restrict-ips", config: { enforce: false, allow: ["192.0.2.0/24"] } }],
        },
        {
          expressions: ["actions.ngrok.restrict_ips.action == 'deny'"],
          actions: [add("x-stranger", "yes")],
        },
      ],
      outbound: [
        {
          expressions: ["actions.ngrok.restrict_ips.action == 'deny'"],
          actions: [add("x-stranger", "yes")],
        },
      ],
    };
    const exchange = { ...plainExchange, response: { status: 200 } };
    const { request: forwarded, response } = await simulated(document, exchange);
    expect(forwarded?.headers["x-stranger"]).toEqual(["yes"]);
    expect(response?.headers["x-stranger"]).toEqual(["yes"]);
  });

  test("of an action that is not simulated is what the exchange says", async () => {
    const tokens = [
      {
        header: { alg: "RS256" },
        location: "header",
        location_property: "Authorization",
        payload: { sub: "joe", admin: true, roles: ["a"] },
        signature: "c2ln",
        verified: true,
      },
    ];
    const rule = {
      expressions: [
        "actions.ngrok.jwt_validation.tokens[0].payload['admin'] == true",
        "'a' in actions.ngrok.jwt_validation.tokens[0].payload['roles']",
        "actions.ngrok.jwt_validation.tokens[0].verified",
      ],
      actions: [log({})],
    };
    const variables = { "actions.ngrok.jwt_validation.tokens": tokens };
    const { matched, errors } = await simulated(
      { inbound: [{ actions: [{ type: "jwt-validation", config: {} }] }, rule] },
      { request, variables },
      { stubs: { "jwt-validation": () => ({ next: true }) } },
    );
    expect(errors).toEqual([]);
    expect(matched).toHaveLength(2);
  });
});
