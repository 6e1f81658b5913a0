import {
  defineCatalogue,
  directionsDialect,
  jsonPolicySource,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { compilePolicy, simulate } from "@traffic-policy/policy-engine";
import { describe, expect, test } from "vitest";
import { plainExchange } from "./simulated.ts";

const deny = { type: "deny" };

describe("what the service would not take is a problem, with its place", () => {
  test.each<[JsonValue, object]>([
    [[], { path: "", message: "A policy document must be an object with lists of rules." }],
    [{ inbound: {} }, { path: "/inbound", message: "This must be a list." }],
    [{ inbound: ["a"] }, { path: "/inbound/0", message: "A rule must be an object with actions." }],
    [
      { inbound: [{ expressions: [1], actions: [] }] },
      { path: "/inbound/0/expressions/0", message: "An expression must be text." },
    ],
    [
      { inbound: [{ expressions: ["req.method == 'GET"], actions: [deny] }] },
      {
        path: "/inbound/0/expressions/0",
        span: { start: 14, end: 18 },
        message: "The string that starts with 'GET is not closed.",
      },
    ],
    [
      { inbound: [{ expressions: ["true", "req.headers['a'] == 'b'"], actions: [deny] }] },
      {
        path: "/inbound/0/expressions/1",
        span: { start: 0, end: 23 },
        message: "== does not work between list(string) and string.",
      },
    ],
    [
      { inbound: [{ actions: [{ type: "dney" }] }] },
      { path: "/inbound/0/actions/0/type", message: 'There is no action "dney".' },
    ],
    [
      { outbound: [{ actions: [deny] }] },
      {
        path: "/outbound/0/actions/0/type",
        message: '"deny" is not available in outbound rules of a policy for http.',
      },
    ],
    [
      { inbound: [{ actions: [{ type: "deny", config: { status_code: "403" } }] }] },
      {
        path: "/inbound/0/actions/0/config/status_code",
        message: '"status_code" must be a number.',
      },
    ],
    ...[[404], true, false, {}].map((status_code): [JsonValue, object] => [
      { inbound: [{ actions: [{ type: "deny", config: { status_code } }] }] },
      {
        path: "/inbound/0/actions/0/config/status_code",
        message: '"status_code" must be a number.',
      },
    ]),
    ...["404", 404, true, ["10.0.0.0/8"]].map((config): [JsonValue, object] => [
      { inbound: [{ actions: [{ type: "restrict-ips", config }] }] },
      {
        path: "/inbound/0/actions/0/config",
        message: "The config of an action must be an object.",
      },
    ]),
    [
      { inbound: [{ actions: [{ type: "rate-limit", config: { capacity: 1, rate: "often" } }] }] },
      { path: "/inbound/0/actions/0/config/rate", message: '"often" is not a duration.' },
    ],
    [
      {
        outbound: [{ actions: [{ type: "add-headers", config: { headers: { "x a": "${1}" } } }] }],
      },
      {
        path: "/outbound/0/actions/0/config/headers/x a",
        message: '"x a" is not a valid header name.',
      },
    ],
    [
      {
        inbound: [
          {
            actions: [
              { type: "custom-response", config: { status_code: 200, headers: { "X-A": "a\nb" } } },
            ],
          },
        ],
      },
      {
        path: "/inbound/0/actions/0/config/headers/X-A",
        message: "The value of the header X-A has a line break or another control character.",
      },
    ],
    [
      { inbound: [{ actions: [{ type: "remove-headers", config: { headers: ["a", "b:"] } }] }] },
      {
        path: "/inbound/0/actions/0/config/headers/1",
        message: '"b:" is not a valid header name.',
      },
    ],
  ])("%j", async (document, problem) => {
    expect((await compilePolicy(document)).problems).toEqual([problem]);
  });

  test("and fails when it is come to", async () => {
    const document = { inbound: [{ expressions: ["req.nothing"], actions: [deny] }] };
    const { result, errors } = await simulate(await compilePolicy(document), plainExchange);
    expect({ result, errors }).toEqual({
      result: "failed",
      errors: [
        {
          path: "/inbound/0/expressions/0",
          message: "There is no variable req.nothing.",
          span: { start: 0, end: 11 },
        },
      ],
    });
  });
});

test("an action whose config is none fails when it is come to", async () => {
  const document = { inbound: [{ actions: [{ type: "restrict-ips", config: ["10.0.0.0/8"] }] }] };
  const { result, errors } = await simulate(await compilePolicy(document), plainExchange);
  expect({ result, errors }).toEqual({
    result: "failed",
    errors: [
      { path: "/inbound/0/actions/0", message: "The config of an action must be an object." },
    ],
  });
});

test("a number that kept its digits is one", async () => {
  const { document } = jsonPolicySource(
    "policy.json",
    '{"inbound": [{"actions": [{"type": "deny", "config": {"status_code": 404.00000000000000000001}}]}]}',
  );
  const policy = await compilePolicy(document ?? null);
  expect(policy.problems).toEqual([]);
  expect((await simulate(policy, plainExchange)).response?.status).toBe(404);
});

test("null stands for what is left out", async () => {
  const document = {
    inbound: [{ expressions: null, actions: [{ type: "deny", config: null }] }],
    outbound: null,
  };
  const policy = await compilePolicy(document as JsonValue);
  expect(policy.problems).toEqual([]);
  expect((await simulate(policy, plainExchange)).response?.status).toBe(403);
});

test("a dialect of one's own: variables and functions are given, actions have stubs", async () => {
  const dialect = defineCatalogue(directionsDialect, {
    variables: [{ name: "conn.asn", type: "int", description: "the network" }],
    functions: [
      {
        name: "isTeam",
        description: "whether it is one of ours",
        overloads: [{ parameters: ["string", "list(string)"], returns: "bool" }],
      },
    ],
    actions: [
      { type: "slow-down", description: "Waits.", config: { type: "object", properties: {} } },
    ],
  });
  const document = {
    inbound: [
      {
        expressions: ["conn.asn == 64496 && isTeam(req.method, ['a', 'GET'])"],
        actions: [{ type: "slow-down", config: {} }],
      },
    ],
  };
  const policy = await compilePolicy(document, { dialect });
  expect(policy.problems).toEqual([]);
  const exchange = { ...plainExchange, variables: { "conn.asn": 64_496 } };
  const without = await simulate(policy, exchange);
  expect(without.errors[0]?.message).toBe(
    "isTeam() is not simulated; give a function of this name in the options.",
  );
  const { matched, notSimulated, errors } = await simulate(policy, exchange, {
    functions: { isTeam: (name, teams) => (teams as string[]).includes(String(name)) },
  });
  expect({ errors, matched: matched.length, not: notSimulated.length }).toEqual({
    errors: [],
    matched: 1,
    not: 1,
  });
});
