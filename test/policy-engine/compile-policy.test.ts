import {
  defineCatalogue,
  directionsDialect,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { compilePolicy, simulate } from "@traffic-policy/policy-engine";
import { describe, expect, test } from "vitest";
import { plainExchange } from "./simulated.ts";

const deny = { type: "deny" };

describe("what the service would not take is a problem, with its place", () => {
  test.each<[JsonValue, object]>([
    [[], { path: "", message: "A policy document is an object with lists of rules." }],
    [{ inbound: {} }, { path: "/inbound", message: "This is a list." }],
    [{ inbound: ["a"] }, { path: "/inbound/0", message: "A rule is an object with actions." }],
    [
      { inbound: [{ expressions: [1], actions: [] }] },
      { path: "/inbound/0/expressions/0", message: "An expression is a text." },
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
        message: '"deny" cannot stand in outbound rules of a policy for http.',
      },
    ],
    [
      { inbound: [{ actions: [{ type: "deny", config: { status_code: "403" } }] }] },
      {
        path: "/inbound/0/actions/0/config/status_code",
        message: '"status_code" must be a number.',
      },
    ],
    [
      { inbound: [{ actions: [{ type: "rate-limit", config: { capacity: 1, rate: "often" } }] }] },
      { path: "/inbound/0/actions/0/config/rate", message: '"often" is not a duration.' },
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
