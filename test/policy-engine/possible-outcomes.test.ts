import {
  compilePolicy,
  possibleOutcomes,
  RateLimits,
  simulateSync,
  type Exchange,
  type Outcome,
  type PossibleOutcomes,
} from "@traffic-policy/policy-engine";
import { casesText, resultText, withoutResponse } from "@traffic-policy/policy-engine/report";
import type { JsonObject } from "@traffic-policy/policy-language";
import fc from "fast-check";
import { expect, test } from "vitest";
import { seededAsync } from "../seeded.ts";

const exchange: Exchange = {
  request: { method: "GET", url: "https://example.com/", headers: { host: "example.com" } },
  response: { status: 200, headers: {} },
};

async function outcomesOf(
  document: JsonObject,
  given: Partial<Exchange> = {},
): Promise<PossibleOutcomes> {
  return possibleOutcomes(await compilePolicy(document), { ...exchange, ...given });
}

/** Each possible outcome in words, with what leads to it. */
function inWords({ possible }: PossibleOutcomes): Record<string, readonly string[]> {
  return Object.fromEntries(
    possible.map(({ outcome, when }) => [resultText(outcome), casesText(when)]),
  );
}

const rule = (condition: string, ...actions: readonly object[]): JsonObject =>
  ({
    expressions: [condition],
    actions: actions.length > 0 ? actions : [{ type: "deny" }],
  }) as never;

test("what only the service knows of an address decides: both outcomes are possible", async () => {
  const isEu = "conn.client_ip.geo.location.is_eu == false";
  const outcomes = await outcomesOf({ on_http_request: [rule(isEu)] });
  expect(outcomes.isComplete).toBe(true);
  expect(inWords(outcomes)).toEqual({
    "answered with 403": [`if ${isEu} is true`],
    forwarded: [`if ${isEu} is false`],
  });
});

test("which endpoint it is, only the service knows, unless the exchange says it", async () => {
  const document = { on_http_request: [rule("endpoint.id == 'ep_0'")] };
  expect(inWords(await outcomesOf(document))).toEqual({
    "answered with 403": ["if endpoint.id == 'ep_0' is true"],
    forwarded: ["if endpoint.id == 'ep_0' is false"],
  });
  const endpoint = { id: "ep_0" };
  expect(inWords(await outcomesOf(document, { endpoint }))).toEqual({ "answered with 403": [] });
});

test("what is given is no question, be it empty", async () => {
  const document = { on_http_request: [rule("conn.client_ip.geo.location.city == ''")] };
  const variables = { "conn.client_ip.geo.location.city": "" };
  expect(inWords(await outcomesOf(document, { variables }))).toEqual({ "answered with 403": [] });
});

test.each([
  ["false && conn.client_ip.is_tor_node", "forwarded"],
  ["conn.client_ip.is_tor_node && false", "forwarded"],
  ["conn.client_ip.is_tor_node || req.method == 'GET'", "answered with 403"],
  ["req.method == 'GET' ? false : conn.client_ip.is_tor_node", "forwarded"],
])("where the other side of %s decides, the outcome is known", async (condition, result) => {
  const outcomes = await outcomesOf({ on_http_request: [rule(condition)] });
  expect(inWords(outcomes)).toEqual({ [result]: [] });
});

test("a question is asked once, and answers that contradict each other are not tried", async () => {
  const country = "conn.client_ip.geo.location.country_code";
  const document = {
    on_http_request: [
      rule(`${country} == 'NO'`, { type: "deny", config: { status_code: 451 } }),
      rule(`${country} in ['NO', 'SE']`, { type: "deny", config: { status_code: 403 } }),
      rule(`${country} == 'NO' || ${country} == 'SE'`, {
        type: "deny",
        config: { status_code: 500 },
      }),
    ],
  };
  expect(inWords(await outcomesOf(document))).toEqual({
    "answered with 451": [`if ${country} == 'NO' is true`],
    "answered with 403": [`if ${country} == 'NO' is false and ${country} in ['NO', 'SE'] is true`],
    forwarded: [`if ${country} == 'NO' is false and ${country} in ['NO', 'SE'] is false`],
  });
});

test("sign-in lets pass, with an identity that only the service knows, or answers itself", async () => {
  const email = "actions.ngrok.oauth.identity.email";
  const outcomes = await outcomesOf({
    on_http_request: [
      { actions: [{ type: "oauth", config: { provider: "google" } }] },
      rule(`has(${email}) && !${email}.endsWith('@example.com')`),
      rule("true", { type: "add-headers", config: { headers: { "x-user": `\${${email}}` } } }),
    ],
  });
  expect(inWords(outcomes)).toEqual({
    "answered with 403": [`if "oauth" lets it pass and !${email}.endsWith('@example.com') is true`],
    forwarded: [`if "oauth" lets it pass and !${email}.endsWith('@example.com') is false`],
    answered: ['if "oauth" does not let it pass'],
  });
  const [, forwarded, answered] = outcomes.possible;
  expect(forwarded?.outcome.request?.headers["x-user"]).toEqual([`‹${email}›`]);
  expect(answered?.outcome.response).toBeUndefined();
  expect(withoutResponse(answered?.outcome as Outcome)).toBe(
    "an answer that only the service knows",
  );
});

test("a text that is unknown stays so where it was written to", async () => {
  const setVars = { type: "set-vars", config: { vars: [{ city: "${conn.geo.city}" }] } };
  const outcomes = await outcomesOf({
    on_http_request: [{ actions: [setVars] }, rule("vars.city == 'Oslo'")],
  });
  expect(Object.keys(inWords(outcomes))).toEqual(["answered with 403", "forwarded"]);
});

const add = (headers: Record<string, string>): JsonObject => ({
  actions: [{ type: "add-headers", config: { headers } }],
});
const rewrite: JsonObject = {
  actions: [{ type: "url-rewrite", config: { from: "/$", to: "/${req.user_agent.name}" } }],
};

test.each<[string, JsonObject, string]>([
  ["a header", add({ "x-u": "${conn.geo.city}" }), "getReqHeader('X-U')[0] == 'Oslo'"],
  ["a part of a header", add({ "x-u": "a ${conn.geo.city}" }), "getReqHeader('X-U')[0] == 'a b'"],
  ["a cookie", add({ cookie: "a=${conn.geo.city}" }), "'b' in req.cookies"],
  ["a content type", add({ "content-type": "${conn.geo.city}" }), "req.content_type == 'a/b'"],
  ["a URL", rewrite, "req.url.path == '/admin'"],
  ["a query", rewrite, "hasQueryParam('a')"],
])("what reads %s that holds an unknown text is unknown", async (_of, write, condition) => {
  const outcomes = await outcomesOf({ on_http_request: [write, rule(condition)] });
  expect(Object.keys(inWords(outcomes))).toEqual(["answered with 403", "forwarded"]);
});

test.each([
  "'x-u' in req.headers",
  "hasReqHeader('X-U')",
  "size(req.headers['x-u']) == 1",
  "req.headers['host'][0] == 'example.com'",
])("%s is known, although the header x-u holds an unknown text", async (condition) => {
  const write = add({ "x-u": "${conn.geo.city}" });
  const outcomes = await outcomesOf({ on_http_request: [write, rule(condition)] });
  expect(inWords(outcomes)).toEqual({ "answered with 403": [] });
});

test("a redirect from a pattern that is unknown may answer, or not", async () => {
  const config = { from: "/${req.user_agent.name}", to: "/b" };
  const outcomes = await outcomesOf({
    on_http_request: [{ actions: [{ type: "redirect", config }] }],
  });
  expect(Object.keys(inWords(outcomes))).toEqual(["forwarded", "answered"]);
});

test.each([
  "req.user_agent.name == req.headers['none'][0]",
  "[req.user_agent.name, req.headers['none'][0]].size() == 2",
  "req.headers['none'][0] in [req.user_agent.name]",
])("%s fails for certain, whatever is unknown beside", async (condition) => {
  const outcomes = await outcomesOf({ on_http_request: [rule(condition)] });
  expect(inWords(outcomes)).toEqual({ "failed with 500": [] });
});

test("a conversion of an unknown text may fail", async () => {
  const condition = "int(req.user_agent.name) > 3";
  const outcomes = await outcomesOf({ on_http_request: [rule(condition)] });
  expect(inWords(outcomes)).toEqual({
    "answered with 403": [`if ${condition} does not fail and ${condition} is true`],
    forwarded: [`if ${condition} does not fail and ${condition} is false`],
    "failed with 500": [`if ${condition} fails`],
  });
});

test("random numbers are others each time", async () => {
  const low = "rand.double() < 0.5";
  const document = {
    on_http_request: [rule(low, { type: "log", config: { metadata: { a: 1 } } }), rule(low)],
  };
  const outcomes = await outcomesOf(document as never);
  expect(outcomes.possible).toHaveLength(4);
});

test("a stub that lets pass leaves results that are unknown, but those that it gives", async () => {
  const email = "actions.ngrok.oauth.identity.email";
  const policy = await compilePolicy({
    on_http_request: [
      { actions: [{ type: "oauth", config: { provider: "google" } }] },
      rule(`!${email}.endsWith('@example.com')`),
    ],
  });
  const withStub = (results: Record<string, string>): string[] => {
    const stubs = { oauth: () => ({ next: true, results }) as const };
    return Object.keys(inWords(possibleOutcomes(policy, exchange, {}, { stubs })));
  };
  expect(withStub({})).toEqual(["answered with 403", "forwarded"]);
  expect(withStub({ "identity.email": "a@example.com" })).toEqual(["forwarded"]);
});

test("a secret that is not given fails nothing, and a request without credentials is refused for certain", async () => {
  const credentials = ["user:${secrets.get('vault', 'password')}"];
  const document = {
    on_http_request: [{ actions: [{ type: "basic-auth", config: { credentials } }] }],
  };
  expect(inWords(await outcomesOf(document))).toEqual({ "answered with 401": [] });
  const headers = { authorization: "Basic dXNlcjpwYXNz" };
  const request = { ...exchange.request, headers } as never;
  expect(inWords(await outcomesOf(document, { request }))).toEqual({
    forwarded: ['if "basic-auth" lets it pass'],
    answered: ['if "basic-auth" does not let it pass'],
  });
});

test("a request without a token is refused, wherever the keys are", async () => {
  const config = {
    issuer: { allow_list: [{ value: "https://issuer.example" }] },
    audience: { allow_list: [{ value: "api" }] },
    http: { tokens: [{ type: "jwt", method: "header", name: "authorization", prefix: "Bearer " }] },
    jws: {
      allowed_algorithms: ["RS256"],
      keys: { sources: { additional_jkus: ["https://issuer.example/jwks"] } },
    },
  };
  const document = { on_http_request: [{ actions: [{ type: "jwt-validation", config }] }] };
  expect(inWords(await outcomesOf(document))).toEqual({ "answered with 401": [] });
});

test("an exchange counts once for later ones, whatever is asked on its way", async () => {
  const limit = {
    type: "rate-limit",
    config: {
      name: "a",
      algorithm: "sliding_window",
      capacity: 2,
      rate: "60s",
      bucket_key: ["req.host"],
    },
  };
  for (const condition of [
    "true",
    "conn.client_ip.is_tor_node || true",
    "conn.client_ip.is_tor_node",
  ]) {
    const log = rule(condition, { type: "log", config: { metadata: { a: 1 } } });
    const policy = await compilePolicy({ on_http_request: [{ actions: [limit] }, log] } as never);
    const rateLimits = new RateLimits();
    const options = { rateLimits, clock: () => 0 };
    const results = Array.from({ length: 3 }, () => {
      const { possible } = possibleOutcomes(policy, exchange, {}, options);
      return [...new Set(possible.map(({ outcome }) => resultText(outcome)))];
    });
    expect(results).toEqual([["forwarded"], ["forwarded"], ["answered with 429"]]);
  }
});

test("of too many questions it is said that not all answers were tried", async () => {
  const rules = Array.from({ length: 8 }, (_one, index) =>
    rule(`conn.client_ip.categories.exists(c, c == '${index}')`, {
      type: "log",
      config: { metadata: { index } },
    }),
  );
  const policy = await compilePolicy({ on_http_request: rules });
  // With limits of its own, it is not tried what else the outcomes depend on.
  const options = { rateLimits: new RateLimits() };
  const { possible, isComplete } = possibleOutcomes(policy, exchange, {}, options);
  expect(isComplete).toBe(false);
  expect(possible).toHaveLength(64);
});

/** What policies of a dialect ask for that only the service knows, and what they do. */
interface Asked {
  readonly section: string;
  /** Values of what only the service knows: every kind that the conditions tell apart. */
  readonly domain: Readonly<Record<string, readonly (string | boolean)[]>>;
  readonly conditions: readonly string[];
  readonly actions: readonly JsonObject[];
  /** Of the action that only the service can do, with its config. */
  readonly signIn: JsonObject;
  /**
   * Whether unknown texts are written, so that of a message only the shape is compared. Of what is `parsed` out of such a
   * text more is possible than comes of the domain.
   */
  readonly writes?: "whole" | "parsed";
}

const token = [{ alg: "RS256" }, { iss: "https://issuer.example", aud: "api" }, "signature"]
  .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
  .join(".");
const jwtConfig = {
  issuer: { allow_list: [{ value: "https://issuer.example" }] },
  audience: { allow_list: [{ value: "api" }] },
  http: { tokens: [{ type: "jwt", method: "header", name: "authorization", prefix: "Bearer " }] },
  jws: {
    allowed_algorithms: ["RS256"],
    keys: { sources: { additional_jkus: ["https://issuer.example/jwks"] } },
  },
};
const ofBoth = ["req.method == 'GET'", "req.url.path == '/none'", "req.headers['none'][0] == 'a'"];
const doneInBoth: readonly JsonObject[] = [
  { type: "deny", config: { status_code: 403 } },
  { type: "add-headers", config: { headers: { "x-a": "1" } } },
  { type: "remove-headers", config: { headers: ["x-a"] } },
  { type: "log", config: { metadata: { a: 1 } } },
];

const country = "conn.client_ip.geo.location.country_code";
const asked: readonly Asked[] = [
  {
    section: "on_http_request",
    domain: {
      "conn.client_ip.geo.location.is_eu": [true, false],
      "conn.client_ip.is_tor_node": [true, false],
      [country]: ["NO", "SE", "ZZ"],
      "req.user_agent.name": ["curl", "none"],
    },
    conditions: [
      ...ofBoth,
      "conn.client_ip.geo.location.is_eu",
      "!conn.client_ip.is_tor_node",
      "conn.client_ip.is_tor_node == true",
      `${country} == 'NO'`,
      `'SE' != ${country}`,
      `${country} in ['NO', 'SE']`,
      "req.user_agent.name == 'curl'",
      "vars.mark == 'NO'",
    ],
    actions: [
      ...doneInBoth,
      { type: "custom-response", config: { status_code: 200, body: "a" } },
      { type: "set-vars", config: { vars: [{ mark: "NO" }] } },
    ],
    signIn: { type: "oauth", config: { provider: "google" } },
  },
  {
    section: "inbound",
    domain: {
      "conn.geo.country_code": ["NO", "SE", "ZZ", ""],
      "conn.geo.city": ["Oslo", "Bergen", ""],
      "conn.geo.latitude": ["59", ""],
    },
    conditions: [
      ...ofBoth,
      "conn.geo.country_code == 'NO'",
      "'SE' != conn.geo.country_code",
      "conn.Geo.CountryCode in ['NO', 'SE']",
      "conn.geo.city.startsWith('O')",
      "conn.geo.latitude == ''",
      "!conn.geo.city.startsWith('O')",
    ],
    actions: [
      ...doneInBoth,
      { type: "custom-response", config: { status_code: 200, content: "a" } },
    ],
    signIn: { type: "jwt-validation", config: jwtConfig },
  },
];

const city = "conn.client_ip.geo.location.city";
const agent = "req.user_agent.name";
const agentName = `\${${agent}}`;
const written: readonly Asked[] = [
  {
    section: "on_http_request",
    writes: "whole",
    domain: { [country]: ["NO", "curl", "8", "7"], [agent]: ["NO", "curl", "7", "8"] },
    conditions: [
      ...ofBoth,
      `${country} == 'NO'`,
      `${agent} in ['curl', '7']`,
      "'x-u' in req.headers",
      "has(vars.c)",
      "hasReqHeader('X-U')",
      "req.headers['x-u'][0] == 'NO'",
      "req.headers['none'][0] == req.headers['x-u'][0]",
      `${country} == req.headers['none'][0]`,
      "getReqHeader('X-U')[0] in ['NO', 'curl']",
      "vars.c == 'NO'",
      "vars.list[0] == 'curl'",
      "req.location == 'NO'",
      "int(vars.c) == 7",
      "size(req.headers['x-u']) > 1",
      "actions.ngrok.log.metadata.a == 'curl'",
    ],
    actions: [
      { type: "deny", config: { status_code: 403 } },
      { type: "add-headers", config: { headers: { "x-u": `\${${country}}` } } },
      { type: "add-headers", config: { headers: { "x-u": agentName } } },
      { type: "add-headers", config: { headers: { location: `\${${country}}` } } },
      { type: "remove-headers", config: { headers: ["x-u"] } },
      { type: "set-vars", config: { vars: [{ c: `\${${country}}` }, { list: [agentName] }] } },
      { type: "set-vars", config: { vars: [{ c: "${req.headers['x-u'][0]}" }] } },
      { type: "log", config: { metadata: { a: agentName } } },
      { type: "custom-response", config: { status_code: 200, body: `a ${agentName}` } },
    ],
    signIn: { type: "oauth", config: { provider: "google" } },
  },
  {
    section: "on_http_request",
    writes: "parsed",
    domain: { [city]: ["/a", "x?q=1", "b; c=2", "c=3"], [agent]: ["a", "text/html", "gzip,b"] },
    conditions: [
      ...ofBoth,
      "req.url.path == '/a'",
      "req.headers['content-type'].exists(v, v == 'a')",
      "[1].exists(n, n == 2 || getReqHeader('Content-Type')[0] == 'a')",
      "(req.headers['content-type'][0] == 'a' ? 'a' : 'b') == 'b'",
      "req.url.query_params['q'][0] == '1'",
      "hasQueryParam('q')",
      "getQueryParam('q')[0] == '1'",
      "req.url.query == 'q=1'",
      "req.cookies['c'][0].value == '2'",
      "'c' in req.cookies",
      "hasReqCookie('c')",
      "getReqCookie('c').value == '3'",
      "req.content_type == 'text/html'",
      "'b' in req.content_encoding",
      "req.content_length > 3",
      "req.headers['content-length'][0] == '1'",
    ],
    actions: [
      { type: "deny", config: { status_code: 403 } },
      { type: "url-rewrite", config: { from: "/$", to: `\${${city}}` } },
      { type: "url-rewrite", config: { from: agentName, to: "/b" } },
      { type: "redirect", config: { from: agentName, to: "/b" } },
      { type: "add-headers", config: { headers: { cookie: `\${${city}}` } } },
      { type: "add-headers", config: { headers: { "content-type": agentName } } },
      { type: "add-headers", config: { headers: { "content-encoding": agentName } } },
      {
        type: "request-body-find-replace",
        config: { replacements: [{ from: "a", to: agentName }] },
      },
    ],
    signIn: { type: "oauth", config: { provider: "google" } },
  },
];

const withToken: Exchange = {
  ...exchange,
  request: {
    ...exchange.request,
    url: "/",
    headers: { authorization: `Bearer ${token}` },
    body: "a",
  },
};

/** All exchanges in which everything is given. */
const completedBy = ({ domain }: Asked): readonly Exchange[] =>
  Object.entries(domain).reduce<readonly Exchange[]>(
    (all, [name, values]) =>
      all.flatMap((one) =>
        values.map((value) => ({ ...one, variables: { ...one.variables, [name]: value } })),
      ),
    [withToken],
  );

const conditionsOf = (atoms: readonly string[]): fc.Arbitrary<string> =>
  fc.letrec<{ any: string }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(...atoms),
      fc
        .tuple(tie("any"), fc.constantFrom("&&", "||"), tie("any"))
        .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
      tie("any").map((one) => `!(${one})`),
      fc.tuple(tie("any"), tie("any"), tie("any")).map((of) => `(${of[0]} ? ${of[1]} : ${of[2]})`),
    ),
  })).any;

const rulesOf = ({ conditions, actions, signIn }: Asked): fc.Arbitrary<JsonObject[]> =>
  fc
    .tuple(
      fc.array(
        fc.record({
          expressions: fc.array(conditionsOf(conditions), { maxLength: 2 }),
          actions: fc.array(fc.constantFrom(...actions), { minLength: 1, maxLength: 2 }),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      fc.option(fc.nat({ max: 3 }), { freq: 3 }),
    )
    .map(([all, at]) =>
      at === null ? all : all.toSpliced(at, 0, { expressions: [], actions: [signIn] }),
    ) as never;

/** What is seen of an outcome; of an answer of a sign-in nothing is known. */
function seenOf(outcome: Outcome, { signIn, writes }: Asked): string {
  const { result, request, response, logs, directions } = outcome;
  const by = directions.find((one) => one.result === "ended")?.by?.type;
  const isUnknown = by === signIn["type"];
  if (writes !== undefined) {
    const names = Object.entries(request?.headers ?? {}).map(([one, of]) => [one, of.length]);
    const shape = [by, result === "failed", names, logs.length];
    return JSON.stringify(isUnknown || by === "redirect" ? shape : [...shape, response?.status]);
  }
  return JSON.stringify([result, request, isUnknown ? by : response, logs]);
}

test.each([...asked, ...written])(
  "the possible outcomes are those of all exchanges in which the unknown is given: $section $writes",
  async (of) => {
    const completed = completedBy(of);
    const type = String(of.signIn["type"]);
    const ways = [{ next: true }, { answer: { status: 302 } }] as const;
    await seededAsync(
      fc.asyncProperty(rulesOf(of), async (all) => {
        const policy = await compilePolicy({ [of.section]: all } as never);
        const { possible, isComplete } = possibleOutcomes(policy, withToken);
        const given = completed.flatMap((one) =>
          ways.map((way) => simulateSync(policy, one, { stubs: { [type]: () => way } })),
        );
        const expected = new Set(given.map((outcome) => seenOf(outcome, of)));
        const found = possible.map(({ outcome }) => seenOf(outcome, of));
        const isExact = of.writes === undefined;
        expect(isExact ? new Set(found).size : found.length).toBe(found.length);
        const missing = isComplete ? [...expected].filter((one) => !found.includes(one)) : [];
        expect(missing).toEqual([]);
        if (of.writes === "parsed") return;
        expect(found.filter((one) => !expected.has(one))).toEqual([]);
      }),
      60,
      5000,
      10,
    );
  },
);
