import { isDeepStrictEqual } from "node:util";
import {
  compare,
  protocols,
  type JsonObject,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import * as builder from "@traffic-policy/policy-builder/phases";
import { toSource } from "@traffic-policy/policy-builder/to-source";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  directionsSource,
  sourceDialectOf,
} from "../../../packages/policy-builder/src/to-source/dialects.ts";
import { typedCondition } from "../../../packages/policy-builder/src/to-source/expression.ts";
import { unformattedSource } from "../../../packages/policy-builder/src/to-source/to-source.ts";
import { seeded } from "../../seeded.ts";
import { arbitraryPolicyOf } from "../to-source/arbitrary-policy.ts";
import { evaluate } from "../to-source/evaluate.ts";

const dialect = await sourceDialectOf({ on_http_request: [] });

test("a document becomes the module that one would write", async () => {
  const document = {
    on_http_request: [
      {
        name: "Tier",
        actions: [
          {
            type: "set-vars",
            config: { vars: [{ tier: "${req.headers['x-tier'][0]}" }, { a: 1 }] },
          },
        ],
      },
      {
        name: "Free",
        expressions: ["vars.tier == 'free'"],
        actions: [{ type: "custom-response", config: { status_code: 402, body: "${vars.tier}" } }],
      },
      { actions: [{ type: "forward-internal", config: { url: "https://api.internal" } }] },
    ],
  };
  expect(await toSource(document, { protocol: "http" })).toBe(`import {
  customResponse,
  forwardInternal,
  policy,
  req,
  rule,
  setVars,
  text,
  vars,
} from "@traffic-policy/policy-builder/phases";

export default policy({ protocol: "http" }).onHttpRequest(
  rule("Tier").do(setVars({ tier: text\`\${req.headers.at("x-tier").at(0)}\`, a: 1 })),
  rule("Free")
    .when(vars.field("tier").eq("free"))
    .do(customResponse({ statusCode: 402, body: text\`\${vars.field("tier")}\` })),
  rule().do(forwardInternal({ url: "https://api.internal" })),
);
`);
});

describe("the dialect of the code is that of the keys", () => {
  test.each<[string, object, string]>([
    ["a phase", { on_tcp_connect: [] }, "@traffic-policy/policy-builder/phases"],
    ["a direction", { inbound: [] }, "@traffic-policy/policy-builder"],
    ["nothing", {}, "@traffic-policy/policy-builder"],
    ["both", { inbound: [], on_tcp_connect: [] }, "@traffic-policy/policy-builder"],
  ])("%s", async (_what, document, module) => {
    expect((await sourceDialectOf(document)).module).toBe(module);
  });
});

test("a phase that policies for the protocol do not have is written as it is", async () => {
  const source = await toSource({ on_http_request: [] }, { protocol: "tcp" });
  expect(source).toContain('policy({ protocol: "tcp" }).set("on_http_request", [])');
});

describe("variables that cannot be an object stay a list:", () => {
  test.each<[string, readonly object[], string]>([
    ["in their order", [{ b: 1 }, { a: 2 }], "setVars({ b: 1, a: 2 })"],
    ["twice", [{ a: 1 }, { a: 2 }], "setVars({ vars: [{ a: 1 }, { a: 2 }] })"],
    ["a number", [{ 1: 1 }], 'setVars({ vars: [{ "1": 1 }] })'],
    ["several at once", [{ a: 1, b: 2 }], "setVars({ vars: [{ a: 1, b: 2 }] })"],
    ["a list called vars", [{ vars: [1] }], "setVars({ vars: [{ vars: [1] }] })"],
    ["a text called vars", [{ vars: "a" }], 'setVars({ vars: "a" })'],
  ])("%s", (_what, vars, code) => {
    const document = { on_tcp_connect: [{ actions: [{ type: "set-vars", config: { vars } }] }] };
    expect(unformattedSource(document, undefined, dialect)).toContain(`.do(${code})`);
  });
});

describe("typed calls", () => {
  test.each([
    ["vars.tier == 'free'", 'vars.field("tier").eq("free")'],
    ["vars['tier'] == 'free'", 'vars.at("tier").eq("free")'],
    ["has(vars.tier)", 'has(vars.field("tier"))'],
    ["'tier' in vars", 'vars.has("tier")'],
    ["vars.tier.startsWith('a')", 'vars.field("tier").startsWith("a")'],
    ["conn.client_ip.is_tor_node", "conn.clientIp.isTorNode"],
    [
      "actions.ngrok.http_request.attempts[0].response_status_code > 1",
      "actions.ngrok.httpRequest.attempts.at(0).responseStatusCode.gt(1)",
    ],
  ])("%s", (expression, code) => {
    expect(typedCondition(expression, dialect)?.code.text).toBe(code);
    expect(typedCondition(expression, directionsSource)?.code.text).not.toBe(code);
  });
});

test("any document comes back from its source", async () => {
  const anyProtocol = fc.constantFrom(undefined, ...protocols);
  const own = arbitraryPolicyOf(phasesDialect).filter((document) =>
    Object.keys(document).some((key) => phasesDialect.sections.has(key)),
  );
  const rebuilt = (document: JsonObject, source: string): unknown => {
    const built = evaluate(source, builder).toDocument();
    const { state } = compare(built as JsonValue, document);
    return state === "identical" && isDeepStrictEqual(built, document) ? document : built;
  };
  seeded(
    fc.property(own, anyProtocol, (document, protocol) => {
      expect(rebuilt(document, unformattedSource(document, protocol, dialect))).toBe(document);
    }),
    50,
    700,
  );
});
