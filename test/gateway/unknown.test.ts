import { compilePolicy } from "@traffic-policy/policy-engine";
import { knownByService } from "@traffic-policy/policy-engine/internal";
import { describe, expect, test } from "vitest";
import { ask, recordingUpstream, serve } from "./world.ts";

const signIn = { type: "oauth", config: { provider: "google" } };
const fromSweden = "conn.client_ip.geo.location.country_code == 'SE'";
const country = "${conn.client_ip.geo.location.country_code}";
const secret = "Bearer ${secrets.get('v', 'n')}";
const onRequest = (...rules: unknown[]) => ({ on_http_request: rules });

describe("what only the service knows is not taken for passed", () => {
  test.each([
    ["a sign-in", onRequest({ actions: [signIn] }), /Only the service can run "oauth"\./],
    [
      "a condition",
      onRequest({ expressions: [fromSweden], actions: [{ type: "deny" }] }),
      /Only the service knows whether conn\.client_ip\.geo\.location\.country_code == 'SE' is true\./,
    ],
    [
      "an action that nobody knows",
      onRequest({ actions: [{ type: "new-check" }] }),
      /Only the service can run "new-check"\./,
    ],
    [
      "a token whose keys are not given",
      onRequest({
        actions: [
          {
            type: "jwt-validation",
            config: {
              issuer: { allow_list: [{ value: "a" }] },
              audience: { allow_list: [{ value: "b" }] },
              http: { tokens: [{ type: "jwt", method: "header", name: "x-token" }] },
              jws: {
                allowed_algorithms: ["ES256"],
                keys: { sources: { additional_jkus: ["https://issuer.example/keys"] } },
              },
            },
          },
        ],
      }),
      /keys/,
    ],
  ])("%s: 501 with the reason, and the upstream hears nothing", async (_, document, reason) => {
    const upstream = await recordingUpstream();
    const { gateway, exchanges } = await serve(document as never, upstream.url);
    const headers = {
      "x-token": "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJhIiwiYXVkIjoiYiJ9.c2lnbmF0dXJl",
    };
    const answer = await ask(gateway.url, { headers });
    expect([answer.status, answer.body.toString()]).toEqual([501, expect.stringMatching(reason)]);
    expect(upstream.received).toEqual([]);
    expect(exchanges[0]?.outcome).toMatchObject({ result: "failed", unknown: {} });
  });

  test("of a response, the client gets 501 in its place", async () => {
    const rule = { expressions: [fromSweden], actions: [{ type: "deny" }] };
    const { url } = await recordingUpstream();
    const { gateway } = await serve({ on_http_response: [rule] } as never, url);
    expect((await ask(gateway.url)).status).toBe(501);
  });
});

describe("what does not depend on it goes on", () => {
  const guarded = onRequest(
    {
      expressions: [`req.url.path.startsWith('/admin') && ${fromSweden}`],
      actions: [{ type: "deny" }],
    },
    // What is only noted, or taken away again, is not sent.
    {
      actions: [
        { type: "log", config: { metadata: { country } } },
        { type: "add-headers", config: { headers: { "x-country": country } } },
        { type: "remove-headers", config: { headers: ["x-country"] } },
      ],
    },
  );

  test("a request for which another operand decides", async () => {
    const upstream = await recordingUpstream();
    const { gateway } = await serve(guarded as never, upstream.url);
    expect((await ask(gateway.url)).status).toBe(200);
    expect((await ask(`${gateway.url}/admin`)).status).toBe(501);
  });

  test("a sign-in with a stub, and a country that is given", async () => {
    const upstream = await recordingUpstream();
    const document = onRequest(
      { actions: [signIn] },
      { expressions: [fromSweden], actions: [{ type: "deny" }] },
    );
    const { gateway } = await serve(document as never, upstream.url, {
      connection: { geo: { countryCode: "NO" } },
      simulation: { stubs: { oauth: () => ({ next: true }) } },
    });
    expect((await ask(gateway.url)).status).toBe(200);
  });
});

test("what only the service knows of a policy is told beforehand, without what is given", async () => {
  const policy = await compilePolicy(
    onRequest(
      {
        actions: [signIn, { type: "log", config: { metadata: { by: "${req.user_agent.name}" } } }],
      },
      { expressions: [fromSweden, "req.method == 'GET'"], actions: [{ type: "deny" }] },
    ) as never,
  );
  expect(knownByService(policy)).toEqual({
    actions: [{ path: "/on_http_request/0/actions/0", type: "oauth" }],
    variables: ["req.user_agent.name", "conn.client_ip.geo.location.country_code"].toSorted(),
    calls: [],
  });
  expect(
    knownByService(
      policy,
      { connection: { geo: { countryCode: "NO" } }, variables: { "req.user_agent.name": "curl" } },
      { stubs: { oauth: () => ({ next: true }) } },
    ),
  ).toEqual({ actions: [], variables: [], calls: [] });
});

test("secrets and random numbers that are not given are told, too", async () => {
  const metadata = {
    a: "${secrets.get('v', 'a')} ${secrets.get('v', 'b')}",
    b: "${rand.int(0, 9) + rand.int(0, 9)}",
  };
  const policy = await compilePolicy(
    onRequest({ actions: [{ type: "log", config: { metadata } }] }) as never,
  );
  expect(knownByService(policy, {}, { secrets: { v: { a: "1" } } }).calls).toEqual([
    "rand.int(0, 9)",
    "secrets.get('v', 'b')",
  ]);
  expect(knownByService(policy, {}, { random: () => 0 }).calls).toEqual([
    "secrets.get('v', 'a')",
    "secrets.get('v', 'b')",
  ]);
});

describe("a text that is not known is not sent", () => {
  test.each([
    ["to the upstream", { type: "add-headers", config: { headers: { authorization: secret } } }],
    ["in its URL", { type: "url-rewrite", config: { from: "/$", to: "/${req.user_agent.name}" } }],
    ["to the client", { type: "custom-response", config: { status_code: 200, body: country } }],
    [
      "in a header for the client",
      { type: "custom-response", config: { status_code: 200, headers: { "x-a": secret } } },
    ],
  ])("%s", async (_to, action) => {
    const upstream = await recordingUpstream();
    const { gateway } = await serve(onRequest({ actions: [action] }) as never, upstream.url);
    const response = await ask(gateway.url);
    expect(response.status).toBe(501);
    expect(upstream.received).toEqual([]);
    expect(response.body.toString()).toContain("Only the service knows the value of");
    expect(response.body.toString()).not.toContain("‹");
  });

  test("nor is it counted in the bucket of another one", async () => {
    const config = {
      name: "a",
      algorithm: "sliding_window",
      capacity: 1,
      rate: "60s",
      bucket_key: ["conn.client_ip.geo.location.country_code"],
    };
    const upstream = await recordingUpstream();
    const document = onRequest({ actions: [{ type: "rate-limit", config }] });
    const { gateway } = await serve(document as never, upstream.url);
    expect((await ask(gateway.url)).status).toBe(501);
    expect(upstream.received).toEqual([]);
  });
});
