import { isDeepStrictEqual } from "node:util";
import {
  compilePolicy,
  simulateSync,
  type CompiledPolicy,
  type Exchange,
  type Outcome,
} from "@traffic-policy/policy-engine";
import { anonymousExchange, PathWords, PolicyWords } from "@traffic-policy/policy-impact";
import type { JsonValue } from "@traffic-policy/policy-language";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sampled, seedAndRuns } from "../../seeded.ts";

/** Conditions about values that people have; literals of some stand in exchanges. */
const conditions = [
  "inCidrRange(conn.client_ip, '100.64.0.0/10')",
  "inCidrRanges(conn.client_ip, ['100.64.0.0/12', '3fff::/20'])",
  "!inCidrRange(conn.client_ip, '100.80.0.0/16')",
  "conn.client_ip == '100.64.7.7'",
  "conn.client_ip.startsWith('100.')",
  "req.url.path.startsWith('/orders/')",
  "req.url.path.matches('^/orders/[0-9]+$')",
  "req.url.path.matches('^/users/[a-z]+$')",
  "req.url.path.matches('^/files/[0-9a-f]{32}$')",
  "req.url.path.contains('alice')",
  "size(req.url.path) > 20",
  "hasQueryParam('email') && getQueryParam('email')[0].endsWith('@shop.example')",
  "hasQueryParam('token')",
  "hasQueryParam('page') && getQueryParam('page')[0] == '2'",
  "req.url.query.contains('page=')",
  "hasReqHeader('Authorization') && req.headers['authorization'][0].startsWith('Bearer ')",
  "hasReqHeader('Authorization') && size(req.headers['authorization'][0]) > 20",
  "hasReqHeader('X-User') && req.headers['x-user'][0] != 'root'",
  "hasReqHeader('X-User') && req.headers['x-user'][0].matches('^[a-z]+[0-9]+$')",
  "hasReqHeader('X-Forwarded-For') && req.headers['x-forwarded-for'][0].startsWith('100.')",
  "hasReqCookie('session')",
  "req.user_agent.contains('bot')",
  "req.user_agent.startsWith('ShopApp/1.')",
  "req.method == 'POST'",
];

const actions = [
  { type: "deny", config: { status_code: 403 } },
  { type: "redirect", config: { from: "^/orders/(.*)$", to: "/old/$1" } },
  { type: "add-headers", config: { headers: { "x-seen": "1" } } },
  { type: "url-rewrite", config: { from: "/orders", to: "/v2/orders" } },
];

interface Given {
  readonly exchange: Exchange;
  /** All that must not be seen. */
  readonly personal: readonly string[];
}

const name = fc.stringMatching(/^[b-y]{7,12}$/);
const digits = fc.stringMatching(/^[2-9]{6,12}$/);
const hex = fc.stringMatching(/^[0-9a-f]{32}$/);
const token = fc.stringMatching(/^[A-Za-z0-9]{24,40}$/);
const address = fc.oneof(
  fc.constant("100.64.7.7"),
  fc
    .tuple(fc.integer({ min: 64, max: 127 }), fc.nat(255), fc.nat(255))
    .map((parts) => `100.${parts.join(".")}`),
  fc
    .tuple(fc.nat(0xfff), fc.nat(0xffff))
    .map(([one, other]) => `3fff:${(one + 1).toString(16)}::${(other + 0x1000).toString(16)}`),
);

const given: fc.Arbitrary<Given> = fc
  .record({
    address,
    path: fc.oneof(
      digits.map((id) => ({ path: `/orders/${id}`, own: [id] })),
      name.map((own) => ({ path: `/users/${own}`, own: [own] })),
      hex.map((id) => ({ path: `/files/${id}`, own: [id] })),
      token.map((id) => ({ path: `/reset/${id}.html`, own: [id] })),
      name.map((own) => ({ path: `/mail/${own}@mail.example`, own: [`${own}@mail.example`] })),
      fc.constant({ path: "/about", own: [] as string[] }),
    ),
    email: fc.option(name.map((own) => `${own}@shop.example`)),
    token: fc.option(token),
    page: fc.option(fc.constantFrom("2", "3", "17")),
    bearer: fc.option(token),
    user: fc.option(fc.tuple(name, digits).map((parts) => parts.join(""))),
    session: fc.option(hex),
    hasProxy: fc.boolean(),
    agent: fc.oneof(
      fc.constantFrom("Mozilla/5.0 (X11; Linux x86_64; rv:144.0)", "ShopApp/1.2 (Android 9)"),
      name.map((own) => `ShopApp/2.0 (${own}@mail.example)`),
      name.map((own) => `spider bot (+https://${own}.example/about)`),
    ),
    method: fc.constantFrom("GET", "POST"),
  })
  .map((one): Given => {
    const query = Object.entries({ email: one.email, token: one.token, page: one.page }).flatMap(
      ([key, value]) => (value === null ? [] : [`${key}=${encodeURIComponent(value)}`]),
    );
    const headers: Record<string, string[]> = { "user-agent": [one.agent] };
    if (one.bearer !== null) headers["authorization"] = [`Bearer ${one.bearer}`];
    if (one.user !== null) headers["x-user"] = [one.user];
    if (one.session !== null) headers["cookie"] = [`theme=dark; session=${one.session}`];
    if (one.hasProxy) headers["x-forwarded-for"] = [`${one.address}, 192.0.2.1`];
    const url = `https://www.shop.example${one.path.path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
    return {
      exchange: {
        connection: { clientIp: one.address },
        request: { method: one.method, url, headers },
      },
      personal: [
        one.address,
        ...one.path.own,
        ...[one.email, one.token, one.bearer, one.user, one.session].filter(
          (text) => text !== null,
        ),
        ...(/[a-z]+@mail\.example|https:\/\/[a-z]+\.example/.exec(one.agent) ?? []),
      ],
    };
  });

const rules = fc.array(
  fc.record({
    expressions: fc.array(fc.constantFrom(...conditions), { minLength: 1, maxLength: 2 }),
    actions: fc.constantFrom(...actions).map((action) => [action]),
  }),
  { minLength: 1, maxLength: 4 },
);

async function policyOf(inbound: readonly object[]): Promise<CompiledPolicy> {
  return compilePolicy({ inbound } as unknown as JsonValue);
}

function anonymousBy(policy: CompiledPolicy, exchange: Exchange) {
  const literals = new PolicyWords(policy);
  const paths = new PathWords((text) => literals.has(text));
  return anonymousExchange(exchange, { policy, simulation: {}, literals, paths });
}

/** What the client and the rules see of an outcome, written without the code that is tested. */
function seen({ result, matched, response, directions, errors }: Outcome): unknown {
  return {
    result,
    matched: matched.map(({ path }) => path),
    status: result === "forwarded" ? undefined : response?.status,
    ended: directions.map(({ by }) => by?.path),
    errors: errors.map(({ path }) => path),
  };
}

function isTheSame(policy: CompiledPolicy, one: Exchange, other: Exchange): boolean {
  const [before, after] = [one, other].map((exchange) => seen(simulateSync(policy, exchange)));
  return isDeepStrictEqual(before, after);
}

function pageOf({ request }: Exchange): string | null {
  return new URL(request?.url ?? "").searchParams.get("page");
}

test("what people have is replaced, and the policy does the same; nothing else gives a case", async () => {
  const [seed, runs] = seedAndRuns(400, 4000);
  const counts = { made: 0, refused: 0 };
  const wrong: object[] = [];
  for (const [inbound, one] of sampled(fc.tuple(rules, given), runs)) {
    const policy = await policyOf(inbound);
    const found = anonymousBy(policy, one.exchange);
    const written = JSON.stringify(inbound);
    const shown = "reason" in found ? found.reason : JSON.stringify(found.exchange);
    const visible = one.personal.filter(
      (value) =>
        !written.includes(value) &&
        (shown.includes(value) || decodeURIComponent(shown).includes(value)),
    );
    const isReplaced = "exchange" in found;
    counts[isReplaced ? "made" : "refused"]++;
    const isSame = !isReplaced || isTheSame(policy, one.exchange, found.exchange);
    // A digit may stand anywhere, but not where it stood.
    const page = isReplaced && !written.includes("== '2'") ? pageOf(found.exchange) : null;
    const isPageKept = page !== null && page === pageOf(one.exchange);
    if (visible.length > 0 || !isSame || isPageKept) wrong.push({ seed, inbound, one, found });
  }
  expect(wrong).toEqual([]);
  expect(counts.made).toBeGreaterThan(runs * 0.8);
  // A text that begins like the addresses of a network is none of documentation.
  expect(counts.refused).toBeGreaterThan(0);
});

const exchangeFrom = (clientIp: string, url = "https://a.example/"): Exchange => ({
  connection: { clientIp },
  request: { method: "GET", url },
});

const deny = [{ type: "deny" }];

test.each([
  ["one for documentation", "req.method == 'GET'", "8.8.4.4", "203.0.113.7"],
  ["one of IPv6 for documentation", "req.method == 'GET'", "2600::9", "2001:db8::7"],
  ["another one of its range", "inCidrRange(conn.client_ip, '8.8.0.0/16')", "8.8.4.4", "8.8.0.7"],
  [
    "another one of the smaller range",
    "inCidrRange(conn.client_ip, '8.0.0.0/8') && !inCidrRange(conn.client_ip, '8.0.0.0/16')",
    "8.8.4.4",
    "8.1.0.7",
  ],
  ["itself, where the policy names it", "conn.client_ip == '8.8.4.4'", "8.8.4.4", "8.8.4.4"],
  ["none that it was", "req.method == 'GET'", "203.0.113.7", "198.51.100.7"],
])("the address of a client becomes %s", async (_, condition, from, expected) => {
  const policy = await policyOf([{ expressions: [condition], actions: deny }]);
  const found = anonymousBy(policy, exchangeFrom(from));
  expect(found).toMatchObject({ exchange: { connection: { clientIp: expected } } });
});

test("an address that no other one can stand for gives no case, and the reason does not tell it", async () => {
  const policy = await policyOf([
    { expressions: ["conn.client_ip.startsWith('8.8.')"], actions: deny },
  ]);
  expect(anonymousBy(policy, exchangeFrom("8.8.4.4"))).toEqual({
    reason: "Without the address of the client as it was recorded, it goes another way.",
  });
});

test.each([
  ["/orders/40212", "/orders/10001"],
  ["/users/alice", "/users/made-up-1"],
  ["/users/me", "/users/me"],
  ["/clients/mueller", "/clients/made-up-1"],
  ["/employees/weber", "/employees/made-up-1"],
  ["/v2/about", "/v2/about"],
  ["/assets/site.css", "/assets/site.css"],
  ["/%77p-login.php", "/%77p-login.php"],
  ["//wp-includes/x.xml", "//wp-includes/x.xml"],
  ["/mail/alice@mail.test", "/mail/user@example.com"],
  ["/f/0b5b2c1e-94d1-4f0e-8a53-0c7a4f5b9c11", "/f/00000000-0000-4000-8000-000000000001"],
])("of the path %s is left %s", async (path, expected) => {
  const policy = await policyOf([{ expressions: ["req.method == 'PUT'"], actions: deny }]);
  const found = anonymousBy(policy, exchangeFrom("8.8.4.4", `https://a.example${path}`));
  expect(found).toMatchObject({ exchange: { request: { url: `https://a.example${expected}` } } });
});

test("what comes rarely where many others come is an identifier, also if it is a word", () => {
  const paths = new PathWords(() => false);
  paths.add("/tags/popular", 1000);
  for (let at = 0; at < 30; at++)
    paths.add(`/tags/${"abcdefghij"[at % 10] ?? ""}${"klm"[Math.floor(at / 10)] ?? ""}`, 1);
  expect(paths.shapeOf("/tags/popular")).toBe("/tags/popular");
  expect(paths.shapeOf("/tags/ak")).toBe("/tags/{id}");
});

test("a value that is replaced, but stands elsewhere as well, gives no case", async () => {
  const policy = await policyOf([
    { expressions: ["req.url.path.contains('40212')"], actions: deny },
  ]);
  const literal = anonymousBy(policy, exchangeFrom("8.8.4.4", "https://a.example/orders/40212"));
  expect(literal).toMatchObject({
    exchange: { request: { url: "https://a.example/orders/40212" } },
  });
  const plain = await policyOf([{ expressions: ["req.method == 'PUT'"], actions: deny }]);
  expect(
    anonymousBy(plain, exchangeFrom("8.8.4.4", "https://o40212.example/orders/40212")),
  ).toEqual({
    reason: "A value that has to be replaced stands elsewhere as well.",
  });
});

test("an e-mail address where nobody expects one gives no case", async () => {
  const policy = await policyOf([{ expressions: ["conn.tls.sni != ''"], actions: deny }]);
  const exchange = exchangeFrom("8.8.4.4");
  const tls = { sni: "alice@mail.test" };
  const withName = { ...exchange, connection: { ...exchange.connection, tls } };
  expect(anonymousBy(policy, withName)).toEqual({
    reason: "An e-mail address would still be seen.",
  });
});

test("of a comment in a user agent, which may have the name of a device, only what the policy asks for is kept", async () => {
  const policy = await policyOf([
    { expressions: ["req.user_agent.contains('iPhone')"], actions: [{ type: "deny" }] },
  ]);
  const anonymous = anonymousBy(policy, {
    request: {
      url: "https://a.example/",
      headers: { "user-agent": ["Shop/1.0 (Annas iPhone; Maria; build 7)"] },
    },
  });
  expect(anonymous).toMatchObject({
    exchange: { request: { headers: { "user-agent": ["iPhone"] } } },
  });
});
