import { directionsDialect } from "@traffic-policy/policy-language";
import * as builder from "@traffic-policy/policy-builder";
import { describe, expect, test } from "vitest";
import { camelConfig } from "../../scripts/generate/config-code.ts";
import { camelCase } from "../../scripts/generate/names.ts";

const { addHeaders, customResponse, jwtValidation, log, rateLimit, restrictIps } = builder;

describe.each([...directionsDialect.actions.values()])("$type", ({ type, config, example }) => {
  test("builds its example", () => {
    const functions: Readonly<Record<string, unknown>> = { ...builder };
    const build = functions[camelCase(type)] as (config: unknown) => builder.ActionBuilder;
    expect(build(camelConfig(config, example)).action).toStrictEqual({ type, config: example });
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
    expect(built.action.config).toStrictEqual({
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
    expect(log({ metadata }).action.config).toStrictEqual({ metadata });
    const headers = { "X-Trace-Id": "1", x_trace_id: "2", traceId: "3" };
    expect(addHeaders({ headers }).action.config).toStrictEqual({ headers });
    expect(customResponse({ statusCode: 200, headers }).action.config).toStrictEqual({
      status_code: 200,
      headers,
    });
  });

  test("that is left out, or has nothing in it, is left out", () => {
    expect(restrictIps().action).toStrictEqual({ type: "restrict-ips" });
    expect(restrictIps({}).action).toStrictEqual({ type: "restrict-ips" });
    expect(restrictIps({ ipPolicies: ["policy_1"] }).action).toStrictEqual({
      type: "restrict-ips",
      config: { ip_policies: ["policy_1"] },
    });
  });

  test("keeps texts as they are", () => {
    const bucketKey = ["req.headers['x-key']"];
    const config = { name: "a", algorithm: "sliding_window", capacity: 1, rate: "60s" } as const;
    expect(rateLimit({ ...config, bucketKey }).action.config).toStrictEqual({
      ...config,
      bucket_key: bucketKey,
    });
  });
});
