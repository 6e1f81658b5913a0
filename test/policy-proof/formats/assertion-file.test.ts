import { cel, req } from "@traffic-policy/policy-builder";
import { compilePolicy } from "@traffic-policy/policy-engine";
import { FormatError } from "@traffic-policy/policy-engine/formats";
import { checkExpression, parseExpression } from "@traffic-policy/policy-language";
import {
  assertionProblem,
  readAssertions,
  type LoadedAssertions,
} from "@traffic-policy/policy-proof/formats";
import { expect, test } from "vitest";

const read = (...assertions: readonly object[]): LoadedAssertions =>
  readAssertions({ assertions: assertions.map((one) => ({ name: "A", ...one })) });

/** What is wrong with an assertion: the place, and the sentences. */
function problem(...assertions: readonly object[]): unknown {
  try {
    read(...assertions);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { path, part, message, help } = error;
    return [path, part, [message, help].join(" ")];
  }
  return undefined;
}

test.each<[unknown, string | string[]]>([
  ["req.method == 'GET'", "req.method == 'GET'"],
  [
    ["req.method == 'GET' || req.method == 'HEAD'", "conn.client_ip != ''"],
    ["req.method == 'GET' || req.method == 'HEAD'", "conn.client_ip != ''"],
  ],
  [{ request: { method: "GET" } }, "req.method == 'GET'"],
  [{ request: { method: ["GET", "HEAD"] } }, "req.method in ['GET', 'HEAD']"],
  [
    { request: { path: ["/a", { matches: "^/b" }, "/c"] } },
    "req.url.path in ['/a', '/c'] || req.url.path.matches('^/b')",
  ],
  [
    { request: { url: "https://a.example/", host: "a.example" } },
    "req.url == 'https://a.example/' && req.url.host == 'a.example'",
  ],
  [{ request: { query: [null, "a=1"] } }, "!has(req.url.query) || req.url.query == 'a=1'"],
  [
    { request: { headers: { "X-Key": "1", accept: null } } },
    "'x-key' in req.headers && req.headers['x-key'].exists(one, one == '1') && !('accept' in req.headers)",
  ],
  [
    { request: { cookies: { SID: { matches: "." } }, params: { page: ["1", null] } } },
    "'SID' in req.cookies && req.cookies['SID'].exists(one, one.value.matches('.')) && (!('page' in req.url.query_params) || req.url.query_params['page'].exists(one, one == '1'))",
  ],
  [
    { connection: { clientIp: "192.0.2.7", geo: { countryCode: ["NO", "SE"] } } },
    "inCidrRange(conn.client_ip, '192.0.2.7/32') && (has(conn.geo.country_code) && conn.geo.country_code in ['NO', 'SE'])",
  ],
  [
    { connection: { clientIp: ["192.0.2.0/24", "2001:db8::7"] } },
    "inCidrRanges(conn.client_ip, ['192.0.2.0/24', '2001:db8::7/128'])",
  ],
  [{ connection: { geo: { city: null } } }, "!has(conn.geo.city)"],
  [{ response: { status: 404 } }, "res.status_code == 404"],
  [{ response: { status: [500, 503] } }, "res.status_code in [500, 503]"],
])("when %j is the condition %j, which is right", (when, text) => {
  const texts = read({ when, always: "denied" }).assertions[0]?.assertion.when;
  expect(texts).toEqual([text].flat());
  for (const one of texts ?? []) {
    const parsed = parseExpression(one);
    const checked = parsed.ok ? checkExpression(parsed.tree) : parsed;
    expect(checked).toMatchObject({ type: { kind: "bool" }, errors: [] });
  }
});

test("conditions of the builder are taken", () => {
  const admin = req.url.path.startsWith("/admin").and(req.method.ne("GET"));
  const { assertions } = read(
    { when: admin, always: "denied" },
    { when: [admin, cel`size(req.cookies) == ${0}`], always: "denied" },
  );
  expect(assertions.map(({ assertion: { when } }) => when)).toEqual([
    ["req.url.path.startsWith('/admin') && req.method != 'GET'"],
    ["req.url.path.startsWith('/admin') && req.method != 'GET'", "size(req.cookies) == 0"],
  ]);
});

test("a word is an outcome, and without a condition every exchange is meant", () => {
  const { assertions } = read({ always: "denied" }, { never: { status: 500 } });
  expect(assertions.map(({ assertion }) => assertion)).toEqual([
    { name: "A", always: { outcome: "denied" } },
    { name: "A", never: { status: 500 } },
  ]);
});

test("what an assertion says of settings and environments goes before what the file says", () => {
  const { assertions, settings } = readAssertions({
    options: { denyStatus: 403, onExpressionError: "no-match" },
    stubs: { "jwt-validation": "next", "rate-limit": "next" },
    environments: ["staging"],
    assertions: [
      { name: "A", always: "denied" },
      {
        name: "B",
        always: "denied",
        options: { denyStatus: 404 },
        stubs: { "rate-limit": 429 },
        environments: ["production"],
      },
    ],
  });
  expect(assertions.map((one) => one.settings)).toEqual([
    settings,
    {
      options: { denyStatus: 404, onExpressionError: "no-match" },
      stubs: { "jwt-validation": "next", "rate-limit": 429 },
    },
  ]);
  expect(assertions.map(({ environments }) => environments)).toEqual([
    { names: ["staging"], pointer: "/environments" },
    { names: ["production"], pointer: "/assertions/1/environments" },
  ]);
});

test.each<[object, string, unknown, string]>([
  [
    {},
    "",
    undefined,
    'The assertion asserts nothing. Add "always" or "never", such as always: denied.',
  ],
  [
    { always: "denied", never: "failed" },
    "/never",
    "key",
    'There are both "always" and "never". Make two assertions of it.',
  ],
  [{ always: "deny" }, "/always", undefined, '"deny" is not an outcome. Did you mean "denied"?'],
  [
    { never: "500" },
    "/never",
    undefined,
    '"500" is not an outcome. The outcomes are denied, forwarded, answered, failed, closed.',
  ],
  [{ allways: "denied" }, "/allways", "key", 'Unknown key "allways". Did you mean "always"?'],
  [
    { always: { outcomes: "denied" } },
    "/always/outcomes",
    "key",
    'Unknown key "outcomes". Did you mean "outcome"?',
  ],
  [
    { always: { body: { matches: "(" } } },
    "/always/body/matches",
    undefined,
    "This is not a regular expression: missing closing ): `(`. Write one in the syntax of RE2, as in policies.",
  ],
  [
    { when: "req.method = 'GET'" },
    "/when",
    { start: 11, end: 12 },
    "= is not CEL. Write == to compare; an expression assigns nothing.",
  ],
  [
    { when: { request: { header: { a: "b" } } } },
    "/when/request/header",
    "key",
    'Unknown key "header". Did you mean "headers"?',
  ],
  [
    { when: { request: { path: "admin" } } },
    "/when/request/path",
    undefined,
    '"admin" is not a path. Paths begin with a slash.',
  ],
  [
    { when: { request: { url: ["https://a.example/", "/a"] } } },
    "/when/request/url/1",
    undefined,
    '"/a" is not the whole URL of a request. Write one with its path, like https://example.com/, or use "host" and "path".',
  ],
  [
    { when: { request: { host: "https://a.example" } } },
    "/when/request/host",
    undefined,
    '"https://a.example" is not a host. Write the name alone, like example.com.',
  ],
  [
    { when: { request: { query: "?a" } } },
    "/when/request/query",
    undefined,
    'The query string is written without the question mark. Write "a".',
  ],
  [
    { when: { request: { headers: { "a b": "1" } } } },
    "/when/request/headers/a b",
    "key",
    '"a b" is not a valid header name. ',
  ],
  [
    { when: { request: { path: { matches: "[" } } } },
    "/when/request/path/matches",
    undefined,
    "This is not a regular expression: missing closing ]: `[`. Write one in the syntax of RE2, as in policies.",
  ],
  [
    { when: { connection: { clientIp: ["192.0.2.0/24", "192.0.2.0/99"] } } },
    "/when/connection/clientIp/1",
    undefined,
    '"192.0.2.0/99" is neither an IP address nor a CIDR. Write one like 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32.',
  ],
  [
    { when: { connection: { geo: { countryCode: "UK" } } } },
    "/when/connection/geo/countryCode",
    undefined,
    '"UK" is not a country code. Write GB.',
  ],
  [{ when: { request: {} } }, "/when/request", undefined, '"request" must have at least 1 entry. '],
  [{ when: [] }, "/when", undefined, '"when" must have at least 1 entry. '],
  [{ when: 1 }, "/when", undefined, '"when" must be text or an object or a list, not a number. '],
  [
    { options: { denyStatuz: 1 } },
    "/options/denyStatuz",
    "key",
    'There is no option "denyStatuz". Did you mean "denyStatus"?',
  ],
  [
    { always: { body: /a/ } },
    "/always/body",
    undefined,
    'A regular expression of JavaScript cannot be proved. Write it as RE2: { matches: "…" }.',
  ],
  [
    { stubs: { log: () => ({ next: true }) } },
    "/stubs/log",
    undefined,
    "A function cannot be proved. Write as data what it would say.",
  ],
])("of %j, the place is known and what to do", (given, path, part, text) => {
  const both =
    "always" in given || "never" in given || path === "" ? given : { ...given, always: "denied" };
  const whole = "allways" in given ? given : both;
  expect(problem(whole)).toEqual([`/assertions/0${path}`, part, text]);
});

test("what contains itself is refused", () => {
  const when: unknown[] = [];
  when.push(when);
  expect(problem({ when, always: "denied" })).toEqual([
    "/assertions/0/when/0",
    undefined,
    "/assertions/0/when/0 contains itself. Write the value out instead.",
  ]);
});

test.each<["http" | "tcp", object, string, unknown, string]>([
  [
    "tcp",
    { when: { request: { method: "GET" } }, always: "denied" },
    "/when/request",
    "key",
    "There is a request, but the policy is for tcp, which sees only connections.",
  ],
  [
    "tcp",
    { when: [{ connection: { clientIp: "::1" } }, { response: { status: 200 } }], never: "closed" },
    "/when/1/response",
    "key",
    "There is a response, but the policy is for tcp, which sees only connections.",
  ],
  [
    "tcp",
    { when: "!(req.method == 'GET')", always: "denied" },
    "/when",
    { start: 2, end: 12 },
    "req.method does not exist in a policy for tcp.",
  ],
  [
    "http",
    { when: ["true", "req.metod == 'GET'"], always: "denied" },
    "/when/1",
    { start: 0, end: 9 },
    "There is no variable req.metod.",
  ],
  [
    "http",
    { when: "req.method", always: "denied" },
    "/when",
    undefined,
    "The condition is of type string, not bool.",
  ],
  [
    "tcp",
    { always: { outcome: "closed", status: 403 } },
    "/always/status",
    "key",
    "There is a status, but the policy is for tcp, which sees only connections.",
  ],
  [
    "tcp",
    { never: "answered" },
    "/never",
    undefined,
    "A policy for tcp answers nothing: it closes the connection.",
  ],
  [
    "http",
    { always: { matched: ["Old API", "Old Api"] } },
    "/always/matched/1",
    undefined,
    'The policy has no rule "Old Api".',
  ],
  [
    "http",
    { never: { by: { rule: "/inbound/1" } } },
    "/never/by/rule",
    undefined,
    'The policy has no rule "/inbound/1".',
  ],
])("about a policy for %s, %j is wrong at its place", async (protocol, given, path, part, text) => {
  const document = { inbound: [{ name: "Old API", actions: [{ type: "deny" }] }] };
  const policy = await compilePolicy(document, { protocol });
  const [loaded] = read(given).assertions;
  const found = loaded && assertionProblem(loaded, policy);
  expect(found).toMatchObject({ path: `/assertions/0${path}`, message: text });
  expect(found?.part).toEqual(part);
});

test.each([
  "conn.client_ip.is_on_blocklist",
  "conn.client_ip.geo.location.country_code == 'DE'",
  "req.user_agent.is_bot",
  "secrets.get('vault', 'key') == 'x'",
  "rand.double() < 0.5",
])("a condition is one of the policy's dialect: %s", async (when) => {
  const [loaded] = read({ when, always: "denied" }).assertions;
  const actions = [{ type: "deny" }];
  const problemFor = async (document: object) =>
    loaded && assertionProblem(loaded, await compilePolicy(document as never));
  expect(await problemFor({ on_http_request: [{ actions }] })).toBeUndefined();
  expect(await problemFor({ inbound: [{ actions }] })).toMatchObject({
    path: "/assertions/0/when",
  });
});

test("about a policy that has all of it, nothing is wrong", async () => {
  const document = { inbound: [{ name: "Old API", actions: [{ type: "deny" }] }] };
  const policy = await compilePolicy(document);
  const { assertions } = read(
    { when: "req.method == 'GET' && res.status_code == 200", always: { matched: ["Old API"] } },
    { when: { request: { method: "GET" } }, never: { by: { rule: "/inbound/0" }, status: 500 } },
  );
  expect(assertions.map((one) => assertionProblem(one, policy))).toEqual([undefined, undefined]);
});
