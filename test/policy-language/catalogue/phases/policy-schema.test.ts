import { jsonPolicySource } from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { describe, expect, test } from "vitest";
import { writtenPolicies } from "../../../policy-builder/to-source/documents.ts";
import { policyValidator } from "../policy-validator.ts";

const { schema, wrongPlaces } = policyValidator("phases");

const actions = [...phasesDialect.actions.values()];

function withAction(type: string, config?: unknown, phase = "on_http_request"): unknown {
  return { [phase]: [{ name: "a", expressions: [], actions: [{ type, config }] }] };
}

const config = "/on_http_request/0/actions/0/config";

describe("the published schema of phases", () => {
  test("is not that of directions", () => {
    expect(schema.$id).toBe("urn:traffic-policy:schema:phases");
    expect(wrongPlaces({ inbound: [] })).toEqual([""]);
  });

  test.each(actions)(
    "takes the example of $type, and explains it",
    ({ type, example, description }) => {
      expect(wrongPlaces(withAction(type, example))).toEqual([]);
      expect(schema.$defs[type]?.description).toContain(description);
    },
  );

  test.each([
    {},
    { on_tcp_connect: null, on_http_request: [], on_event_stream_message: [] },
    withAction("teleport", { a: 1 }, "on_http_response"),
  ])("takes %j", (document) => {
    expect(wrongPlaces(document)).toEqual([]);
  });

  const deprecated = actions.flatMap(({ type, example, deprecatedFields = {} }) =>
    Object.entries(deprecatedFields).map(([field, { replacement }]) => {
      const value = replacement === undefined ? "internal" : example[replacement];
      return { type, field, replacement, written: { ...example, [field]: value } };
    }),
  );

  test("some actions have deprecated fields", () => {
    expect(deprecated.length).toBeGreaterThan(2);
  });

  test.each(deprecated)(
    "takes $field of $type, and marks it as deprecated",
    ({ type, field, replacement, written }) => {
      expect(wrongPlaces(withAction(type, written))).toEqual([]);
      const property = schema.$defs[type]?.properties?.[field];
      expect(property?.deprecated).toBe(true);
      expect(property?.description).toContain(replacement ?? "no effect any more");
    },
  );

  test.each([
    [
      "the authorities as one text",
      "terminate-tls",
      { mutual_tls_certificate_authorities: "ca_1" },
    ],
    [
      "keys and sources as lists",
      "jwt-validation",
      {
        issuer: { allow_list: [{ value: "https://issuer.example" }] },
        http: { tokens: [{ type: "jwt", method: "header", name: "Authorization" }] },
        jws: {
          allowed_algorithms: ["RS256"],
          keys: [{ sources: [{ additional_jkus: ["https://issuer.example/keys"] }] }],
        },
      },
    ],
  ])("takes %s, as a part of the documentation has them", (_what, type, value) => {
    expect(wrongPlaces(withAction(type, value))).toEqual([]);
  });

  test.each([
    ["an unknown phase", { on_http: [] }, ""],
    ["a map for a list", { on_http_request: {} }, "/on_http_request"],
    [
      "a deprecated field of the wrong type",
      withAction("custom-response", { content: 1 }),
      `${config}/content`,
    ],
    ["a misspelt key", withAction("custom-response", { boddy: "" }), config],
    [
      "a variable with two names",
      withAction("set-vars", { vars: [{ a: 1, b: 2 }] }),
      `${config}/vars/0`,
    ],
    [
      "a parameter without a value",
      withAction("http-request", { url: "https://a.internal", query_params: [{ key: "a" }] }),
      `${config}/query_params/0`,
    ],
  ])("refuses %s where it is", (_what, document, place) => {
    expect(wrongPlaces(document)).toEqual([place]);
  });
});

test("takes every policy that lint has no errors about", () => {
  const sound = writtenPolicies("phases").filter(({ name, document }) =>
    lintPolicy(jsonPolicySource(name, JSON.stringify(document)), { dialect: phasesDialect }).every(
      ({ severity }) => severity !== "error",
    ),
  );
  expect(sound.length).toBeGreaterThan(4);
  expect(sound.flatMap(({ document }) => wrongPlaces(document))).toEqual([]);
});
