import { compilePolicy } from "@traffic-policy/policy-engine";
import { duckdb, type LogColumns } from "@traffic-policy/policy-impact";
import { fieldNames, type LogRecord } from "@traffic-policy/policy-impact/internal";
import { policyEndings } from "../../packages/policy-impact/src/policy-endings.ts";
import type { JsonValue } from "@traffic-policy/policy-language";
import { SymbolicSession } from "@traffic-policy/policy-proof/symbolic";
import { expect, test } from "vitest";
import {
  EngineDecisions,
  type EngineDecision,
} from "../../packages/policy-impact/src/engine-decisions.ts";
import { decidedBySql } from "../../packages/policy-impact/src/decided.ts";
import { impactQuery } from "../../packages/policy-impact/src/query.ts";

const columns: LogColumns = {
  fields: new Set(fieldNames),
  headers: { request: { all: true }, response: { all: true } },
};

const record: LogRecord = {
  fields: {
    method: "GET",
    scheme: "https",
    host: "a.example",
    uri: "/",
    content_length: "-1",
    client_ip: "192.0.2.1",
    tls_version: "1.3",
    status: "200",
  },
  headers: { request: { "accept-encoding": ["gzip"] }, response: {} },
};

/** What the engine makes of a record of which SQL has decided nothing. */
async function decision(
  document: object,
  { fields, headers }: Partial<LogRecord> = {},
  told = columns,
): Promise<EngineDecision> {
  const policy = await compilePolicy(document as JsonValue);
  const session = new SymbolicSession();
  const side = policyEndings(policy, {}, session);
  const query = impactQuery([side, side], duckdb, {
    from: "log",
    columns: told,
    dialect: policy.dialect,
    isNormalized: true,
    keepsRest: true,
  });
  const engine = new EngineDecisions([side, side], query, {});
  const own = {
    fields: { ...record.fields, ...fields },
    headers: { ...record.headers, ...headers },
  };
  return engine.decide(own, 0, -1);
}

const missingIn = ({ decided }: EngineDecision): string[] =>
  "causes" in decided
    ? decided.causes.flatMap((cause) => (cause.kind === "missing" ? [cause.name] : []))
    : [];

const deny = { type: "deny" };
const always = (type: string, config: object = {}): object => ({ actions: [{ type, config }] });
const replacements = [{ from: "a", to: "b" }];

test.each([
  ["a random number", [{ expressions: ["rand.double() < 0.5"], actions: [deny] }]],
  ["a random whole number", [{ expressions: ["rand.int(1, 3) == 1"], actions: [deny] }]],
  ["a secret", [{ expressions: ["secrets.get('v', 'n') == req.method"], actions: [deny] }]],
  ["a secret in a header", [always("add-headers", { headers: { a: "${secrets.get('v', 'n')}" } })]],
  [
    "a secret in a variable",
    [
      always("set-vars", { vars: [{ a: "${secrets.get('v', 'n')}" }] }),
      { expressions: ["vars.a == 'x'"], actions: [deny] },
    ],
  ],
])("no log tells %s, and it is not taken for a failure", async (_, rules) => {
  const found = await decision({ on_http_request: rules });
  expect(found.decided).not.toHaveProperty("ending");
  expect(missingIn(found)).toEqual([expect.stringMatching(/^(?:rand|secrets)\..+\)$/)]);
});

test("a secret that the way through a policy does not take does not matter", async () => {
  const expressions = ["req.method.replace('G', 'X') == 'PUT'"];
  const headers = { a: "${secrets.get('v', 'n')}" };
  const actions = [{ type: "add-headers", config: { headers } }];
  const { decided } = await decision({ on_http_request: [{ expressions, actions }] });
  expect(decided).toHaveProperty("ending");
});

test.each([
  ["the version", { min_version: "1.3" }, ["tls_version"]],
  [
    "the client's certificate",
    { mutual_tls_certificate_authorities: ["x"] },
    ["conn.tls.client.pem", "tls_version"],
  ],
])("whether a handshake succeeds depends on %s of TLS", async (_, config, missing) => {
  const found = await decision(
    { on_tcp_connect: [always("terminate-tls", config)] },
    { fields: { tls_version: null } },
  );
  expect(missingIn(found)).toEqual(missing);
});

test("what terminate-tls leaves is what the connection has", async () => {
  const rules = {
    on_tcp_connect: [always("terminate-tls")],
    on_http_request: [
      { expressions: ["actions.ngrok.terminate_tls.sni == 'a.example'"], actions: [deny] },
    ],
  };
  expect(missingIn(await decision(rules, { fields: { sni: null } }))).toEqual(["sni"]);
});

test.each([
  [
    "what was replaced in the body of the request",
    {
      on_http_request: [
        always("request-body-find-replace", { replacements }),
        {
          expressions: ["size(actions.ngrok.request_body_find_replace.replacements) == 0"],
          actions: [deny],
        },
      ],
    },
    ["the body of the request"],
  ],
  [
    "what was replaced in the body of the response",
    {
      on_http_response: [
        always("response-body-find-replace", { replacements }),
        {
          expressions: ["size(actions.ngrok.response_body_find_replace.replacements) == 0"],
          actions: [{ type: "custom-response", config: { status_code: 500 } }],
        },
      ],
    },
    ["the body of the response"],
  ],
  [
    "how a response was compressed",
    {
      inbound: [always("compress-response")],
      outbound: [
        {
          expressions: ["'content-encoding' in res.headers"],
          actions: [{ type: "custom-response", config: { status_code: 500 } }],
        },
      ],
    },
    ["the body of the response"],
  ],
])("no log tells %s", async (_, document, missing) => {
  expect(missingIn(await decision(document))).toEqual(missing);
});

test("bodies do not matter where the policy does not look at what is made of them", async () => {
  const { decided } = await decision({
    on_http_request: [{ expressions: ["req.method.replace('G', 'X') == 'XET'"], actions: [deny] }],
    on_http_response: [always("compress-response")],
  });
  expect(decided).toHaveProperty("ending");
});

test.each([
  "req.host.replace('e', 'x') == 'xxamplx.com'",
  "req.headers['host'][0].replace('e', 'x') == 'xxamplx.com'",
  "req.headers.exists(name, req.headers[name][0] == 'example.com')",
])("the engine makes up no host: %s", async (expression) => {
  const told = {
    ...columns,
    fields: new Set(fieldNames.filter((name) => name !== "host")),
  };
  const rule = { expressions: [expression], actions: [deny] };
  const { host: _, ...fields } = record.fields as Record<string, string>;
  const never = await decision(
    { on_http_request: [rule] },
    { fields: { ...fields, host: null } },
    told,
  );
  expect(missingIn(never)).toEqual(["req.host"]);
  const notHere = await decision({ on_http_request: [rule] }, { fields: { host: null } });
  expect(missingIn(notHere)).toEqual(["host"]);
});

test("headers do not tell that a request has no content-length where a column may tell it", async () => {
  const rule = { expressions: ["'content-length' in req.headers"], actions: [deny] };
  const found = await decision({ on_http_request: [rule] }, { fields: { content_length: null } });
  expect(missingIn(found)).toEqual(["content_length"]);
});

test("why an ending is not known names what its own rule asks for, and nothing of rules before", async () => {
  const policy = await compilePolicy({
    on_http_request: [
      { expressions: ["req.url.path == '/in'"], ...always("oauth", { provider: "google" }) },
      {
        expressions: ["conn.client_ip.geo.location.is_eu && req.url.path == '/eu'"],
        ...always("deny"),
      },
      {
        expressions: ["req.user_agent.is_bot && req.url.path == '/bots'"],
        ...always("deny"),
      },
    ],
  } as JsonValue);
  const side = policyEndings(policy, {}, new SymbolicSession());
  const query = impactQuery([side, side], duckdb, {
    from: "log",
    columns,
    dialect: policy.dialect,
    isNormalized: true,
    keepsRest: true,
  });
  const reasonOf = (rule: number): unknown => {
    const index = side.endings.findIndex((one) => one.rule?.path === `/on_http_request/${rule}`);
    const decided = decidedBySql(-1 - index, side, query, 0);
    return "causes" in decided ? decided.causes : decided;
  };
  expect([0, 1, 2].map(reasonOf)).toEqual([
    [{ kind: "action", what: '"oauth" ends processing' }],
    [{ kind: "missing", name: "conn.client_ip.geo.location.is_eu" }],
    [{ kind: "missing", name: "req.user_agent.is_bot" }],
  ]);
});
