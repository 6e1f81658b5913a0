import {
  CaseRunner,
  ExchangeError,
  PolicyCoverage,
  simulateSync,
  type Exchange,
} from "@traffic-policy/policy-engine";
import { exchangeProblems, readCases } from "@traffic-policy/policy-engine/formats";
import { gapSentence } from "@traffic-policy/policy-engine/report";
import { describe, expect, test } from "vitest";
import { compilePolicy } from "@traffic-policy/policy-engine";
import { act, compiled, logged, phases } from "./phases.ts";

/** What an expression gives in on_http_request. */
async function read(expression: string, exchange: Partial<Exchange> = {}): Promise<unknown> {
  const { logs, errors } = await phases(
    { on_http_request: [{ actions: [logged({ value: `\${${expression}}` })] }] },
    { exchange: { request: { url: "https://example.com/" }, ...exchange } },
  );
  const value = logs[0]?.metadata as { value: unknown } | undefined;
  return errors[0]?.message ?? value?.value;
}

test("where the client is, is told in the older and the newer variables", async () => {
  const connection = { geo: { countryCode: "NO", city: "Oslo", latitude: "59.9" } };
  for (const [older, newer] of [
    ["country_code", "country_code"],
    ["city", "city"],
    ["latitude", "latitude"],
    ["radius", "radius"],
  ]) {
    const is = `conn.geo.${older} == conn.client_ip.geo.location.${newer}`;
    expect(await read(is, { connection })).toBe(true);
  }
  expect(await read("conn.client_ip.geo.location.city", { connection })).toBe("Oslo");
  expect(await read("conn.server_ip.geo.location.city", { connection })).toBe("");
  expect(await read("has(conn.client_ip.geo.location.city)")).toBe(false);
});

test("an address of documentation is on no list and in no category", async () => {
  const is =
    "conn.client_ip.is_tor_node || conn.client_ip.is_on_blocklist || size(conn.client_ip.categories) > 0";
  expect(await read(is)).toBe(false);
});

test.each([
  [
    "conn.client_ip.categories",
    ["com.github.hooks"],
    "'com.github.hooks' in conn.client_ip.categories",
  ],
  ["conn.client_ip.is_tor_node", true, "conn.client_ip.is_tor_node"],
  ["conn.client_ip.as.number", 64_500, "conn.client_ip.as.number == 64500"],
  ["conn.client_ip.geo.location.is_eu", true, "conn.client_ip.geo.location.is_eu"],
  ["conn.server_region", "eu", "conn.server_region == 'eu'"],
  ["conn.tls.ja4_fingerprint", "t13d", "conn.tls.ja4_fingerprint == 't13d'"],
  ["conn.tls.negotiated_alpn", "h2", "conn.tls.negotiated_alpn == 'h2'"],
  ["req.user_agent.is_bot", true, "req.user_agent.is_bot"],
  ["conn.k8s.pod.metadata.name", "web-1", "conn.k8s.pod.metadata.name == 'web-1'"],
  ["vars", { tier: "gold" }, "vars.tier == 'gold'"],
  [
    "actions.ngrok.oauth.identity.email",
    "a@b.c",
    "actions.ngrok.oauth.identity.email.endsWith('b.c')",
  ],
] as const)("a case gives %s by its name", async (name, value, expression) => {
  const variables = { [name]: value };
  expect(exchangeProblems({ request: { url: "/" }, variables })).toEqual([]);
  expect(await read(expression, { variables })).toBe(true);
});

test.each([
  "req.user_agent.is_bot",
  "conn.client_ip.as.number",
  "conn.client_ip.geo.location.is_eu",
])("%s is not guessed", async (name) => {
  expect(await read(name)).toBe(`\${${name}} fails: ${name} has no value in this exchange.`);
});

test("values of another type, and names of no dialect, have their place", () => {
  const problems = (variables: object) => exchangeProblems({ request: { url: "/" }, variables });
  expect(problems({ "conn.client_ip.as.number": "64500" })).toEqual([
    {
      path: "/variables/conn.client_ip.as.number",
      message: "This is not a value of conn.client_ip.as.number, which is of the type int.",
      help: "Write a whole number.",
    },
  ]);
  expect(problems({ "conn.client_ip.asn": 1 })[0]?.message).toBe(
    'There is no variable "conn.client_ip.asn".',
  );
});

test("a variable of the other dialect is told of when the exchange begins", async () => {
  const policy = await compilePolicy({ inbound: [{ actions: [{ type: "deny" }] }] });
  const variables = { "req.user_agent.is_bot": true };
  const run = () => simulateSync(policy, { request: { url: "/" }, variables });
  expect(run).toThrow(ExchangeError);
  expect(run).toThrow(
    expect.objectContaining({ path: "/variables/req.user_agent.is_bot" }) as Error,
  );
});

describe("cases and coverage", () => {
  const document = {
    on_http_request: [
      {
        name: "Limited",
        actions: [act("circuit-breaker", { error_threshold: 1, volume_threshold: 2 })],
      },
      {
        name: "Bots",
        expressions: ["req.user_agent.is_bot || vars.known == true"],
        actions: [act("close-connection")],
      },
    ],
    on_http_response: [
      { expressions: ["res.status_code >= 500"], actions: [act("log", { metadata: {} })] },
    ],
  };
  const variables = { "req.user_agent.is_bot": false, vars: { known: false } };
  const request = { url: "https://example.com/" };

  test("a file of cases has phases by their names, and the breaker remembers", async () => {
    const { cases, settings } = readCases(
      {
        cases: [
          { name: "good", request, variables, response: {}, expect: { onlyMatched: ["Limited"] } },
          {
            name: "a bot",
            request,
            variables: { ...variables, "req.user_agent.is_bot": true },
            expect: { outcome: "closed", by: { action: "close-connection", rule: "Bots" } },
          },
          {
            name: "open",
            request,
            variables,
            response: { status: 500 },
            times: 3,
            expect: { status: 503, notMatched: ["/on_http_response/0"] },
          },
        ],
      },
      { isCode: false, read: () => new Uint8Array() },
    );
    const runner = new CaseRunner(await compiled(document), settings, { clock: () => 0 });
    for (const one of cases) expect((await runner.run(one.case)).differences).toEqual([]);
  });

  test("what was never tried is told with its phase", async () => {
    const policy = await compiled(document);
    const coverage = new PolicyCoverage(policy);
    const { trace } = simulateSync(policy, { request, variables }, { trace: true });
    if (trace !== undefined) coverage.add(trace);
    expect(coverage.gaps().map(gapSentence)).toEqual([
      'req.user_agent.is_bot || vars.known == true is never true in the on_http_request rule "Bots".',
      'req.user_agent.is_bot never decides by being true in the on_http_request rule "Bots".',
      'vars.known == true never decides by being true in the on_http_request rule "Bots".',
      "The on_http_response rule 1 is never reached.",
    ]);
  });
});
