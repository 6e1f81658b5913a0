import { directionsDialect } from "@traffic-policy/policy-language";
import { camelCase } from "@traffic-policy/policy-language/internal";
import * as builder from "@traffic-policy/policy-builder";
import { describe, expect, test } from "vitest";
import { camelConfig } from "../../scripts/generate/config-code.ts";

const { addHeaders, customResponse, jwtValidation, log, rateLimit, restrictIps } = builder;

describe.each([...directionsDialect.actions.values()])("$type", ({ type, config, example }) => {
  test("builds its example", () => {
    const functions: Readonly<Record<string, unknown>> = { ...builder };
    const build = functions[camelCase(type)] as (config: unknown) => builder.ActionBuilder;
    expect(build(camelConfig(config, example)).toAction()).toStrictEqual({ type, config: example });
  });
});

describe("a mistake that only the type checker sees is refused", () => {
  // What JavaScript does, and TypeScript whose types nobody has checked.
  const build = (name: string, config: unknown) => () => {
    const functions: Readonly<Record<string, unknown>> = { ...builder };
    return (functions[name] as (config: unknown) => builder.ActionBuilder)(config);
  };

  test.each([
    ["deny", { status: 410 }, 'deny() has no option "status". Did you mean "statusCode"?'],
    [
      "deny",
      { status_code: 410 },
      'deny() has no option "status_code". Did you mean "statusCode"?',
    ],
    ["restrictIps", { alow: [] }, 'restrictIps() has no option "alow". Did you mean "allow"?'],
    [
      "customResponse",
      { statusCode: 503, body: "Back soon" },
      'customResponse() has no option "body". Did you mean "content"?',
    ],
    [
      "jwtValidation",
      { http: { tokens: [{ nme: "a" }] } },
      'jwtValidation() has no option "http.tokens.nme". Did you mean "name"?',
    ],
    [
      "deny",
      { when: "always" },
      'deny() has no option "when". It has "statusCode"; for any other write action("deny", { … }).',
    ],
    [
      "deny",
      { statusCode: "410" },
      'The option "statusCode" of deny() must be a whole number, not text.',
    ],
    [
      "restrictIps",
      { allow: "192.0.2.0/24" },
      'The option "allow" of restrictIps() must be a list, not text.',
    ],
    [
      "addHeaders",
      { headers: ["x-a"] },
      'The option "headers" of addHeaders() must be an object, not a list.',
    ],
  ])("%s(%j)", (name, config, message) => {
    expect(build(name, config)).toThrow(new TypeError(message));
  });

  test("what is undefined is no option", () => {
    expect(build("deny", { status: undefined })().toAction()).toStrictEqual({ type: "deny" });
  });
});

describe("a config", () => {
  test("with nested fields is written as the document has it", () => {
    const built = jwtValidation({
      issuer: { allowList: [{ value: "https://issuer.example.com/" }] },
      audience: { allowList: [{ value: "urn:a" }, { value: "urn:b" }] },
      http: {
        tokens: [
          { type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " },
          { type: "it+jwt", method: "body", name: "_id_token" },
        ],
      },
      jws: {
        allowedAlgorithms: ["RS256"],
        keys: { sources: { additionalJkus: ["https://issuer.example.com/jwks.json"] } },
      },
    });
    expect(built.toAction().config).toStrictEqual({
      issuer: { allow_list: [{ value: "https://issuer.example.com/" }] },
      audience: { allow_list: [{ value: "urn:a" }, { value: "urn:b" }] },
      http: {
        tokens: [
          { type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " },
          { type: "it+jwt", method: "body", name: "_id_token" },
        ],
      },
      jws: {
        allowed_algorithms: ["RS256"],
        keys: { sources: { additional_jkus: ["https://issuer.example.com/jwks.json"] } },
      },
    });
  });

  test("keeps the keys of free maps as they are", () => {
    const metadata = { edgeId: "a", edge_id: { routeId: "b", route_id: null } };
    expect(log({ metadata }).toAction().config).toStrictEqual({ metadata });
    const headers = { "X-Trace-Id": "1", x_trace_id: "2", traceId: "3" };
    expect(addHeaders({ headers }).toAction().config).toStrictEqual({ headers });
    expect(customResponse({ statusCode: 200, headers }).toAction().config).toStrictEqual({
      status_code: 200,
      headers,
    });
  });

  test("that is left out, or has nothing in it, is left out", () => {
    expect(restrictIps().toAction()).toStrictEqual({ type: "restrict-ips" });
    expect(restrictIps({}).toAction()).toStrictEqual({ type: "restrict-ips" });
    expect(restrictIps({ ipPolicies: ["policy_1"] }).toAction()).toStrictEqual({
      type: "restrict-ips",
      config: { ip_policies: ["policy_1"] },
    });
  });

  test("may have expressions where it holds CEL", () => {
    const { conn, req } = builder;
    const config = { name: "a", algorithm: "sliding_window", capacity: 1, rate: "60s" } as const;
    const bucketKey = [conn.clientIp, req.headers["X-Key"] ?? "", req.header("x-key")];
    expect(rateLimit({ ...config, bucketKey }).toAction().config).toMatchObject({
      bucket_key: ["conn.client_ip", "req.headers['x-key']", "getReqHeader('X-Key')"],
    });
  });

  test("has texts with expressions anywhere in metadata", () => {
    const { conn, text } = builder;
    const client = text`from ${conn.clientIp}`;
    const metadata = { client, all: [client, { deep: client }], port: 5, none: null, ok: true };
    expect(log({ metadata }).toAction().config).toStrictEqual({
      metadata: {
        client: "from ${conn.client_ip}",
        all: ["from ${conn.client_ip}", { deep: "from ${conn.client_ip}" }],
        port: 5,
        none: null,
        ok: true,
      },
    });
  });

  test("knows __proto__ as a key like others", () => {
    const metadata = JSON.parse('{"__proto__": {"a": 1}}') as Record<string, string>;
    expect(JSON.stringify(log({ metadata }))).toBe(
      '{"type":"log","config":{"metadata":{"__proto__":{"a":1}}}}',
    );
  });

  test("is copied", () => {
    const headers: Record<string, string> = { a: "b" };
    const built = addHeaders({ headers });
    headers["c"] = "d";
    expect(built.toAction().config).toStrictEqual({ headers: { a: "b" } });
  });

  test.each([
    ["NaN", Number.NaN],
    ["1n", 1n],
    ["a Date", new Date(0)],
    ["a function", log],
    ["a Map", new Map()],
    ["Symbol(a)", Symbol("a")],
  ])("with %s, which JSON cannot hold, is refused", (what, value) => {
    const message = `A value in the config of log is ${what}, which JSON cannot hold.`;
    const wrong = value as unknown as string;
    expect(() => log({ metadata: { a: wrong } })).toThrow(new TypeError(message));
    expect(() => log({ metadata: { a: [{ b: wrong }] } })).toThrow(new TypeError(message));
  });

  test("with undefined in a list is refused, and in an object left out", () => {
    const wrong = undefined as unknown as string;
    expect(() => log({ metadata: { a: [wrong] } })).toThrow(
      new TypeError("A value in the config of log is undefined, which JSON cannot hold."),
    );
    expect(log({ metadata: { a: wrong } }).toAction().config).toStrictEqual({ metadata: {} });
  });

  test("keeps texts as they are", () => {
    const bucketKey = ["req.headers['x-key']"];
    const config = { name: "a", algorithm: "sliding_window", capacity: 1, rate: "60s" } as const;
    expect(rateLimit({ ...config, bucketKey }).toAction().config).toStrictEqual({
      ...config,
      bucket_key: bucketKey,
    });
  });
});
