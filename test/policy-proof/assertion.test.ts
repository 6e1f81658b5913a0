import { compilePolicy } from "@traffic-policy/policy-engine";
import type { JsonValue, Protocol } from "@traffic-policy/policy-language";
import {
  Prover,
  type Assertion,
  type ProofOptions,
  type Verdict,
} from "@traffic-policy/policy-proof";
import { expect, test } from "vitest";

async function proved(
  rules: readonly object[] | object,
  assertion: Omit<Assertion, "name">,
  { protocol = "http", ...options }: ProofOptions & { protocol?: Protocol } = {},
): Promise<Verdict> {
  const document = Array.isArray(rules) ? { inbound: rules } : rules;
  const policy = await compilePolicy(document as JsonValue, { protocol });
  expect(policy.problems).toEqual([]);
  return new Prover(policy, options).prove({ name: "It holds", ...assertion });
}

const deny = (status_code = 403) => ({ type: "deny", config: { status_code } });
const add = (headers: Record<string, string>) => ({ type: "add-headers", config: { headers } });
const remove = (...headers: string[]) => ({ type: "remove-headers", config: { headers } });
const answer = (status_code: number, content: string, headers = {}) => ({
  type: "custom-response",
  config: { status_code, content, headers },
});
const outside = {
  name: "Outside",
  expressions: ["req.url.path.startsWith('/admin')", "!inCidrRange(conn.client_ip, '10.0.0.0/8')"],
  actions: [deny()],
};
const rules = [
  outside,
  {
    name: "Post",
    expressions: ["req.method == 'POST'"],
    actions: [answer(201, "Made", { a: "b" })],
  },
  { name: "Tag", actions: [add({ "x-tag": "1" }), remove("x-secret")] },
];

test.each<[string, Omit<Assertion, "name">]>([
  [
    "a condition",
    { when: "req.url.path == '/admin/x' && conn.client_ip == '192.0.2.1'", always: "denied" },
  ],
  [
    "several conditions",
    {
      when: ["req.url.path == '/admin'", "conn.client_ip == '192.0.2.1'"],
      always: { status: 403 },
    },
  ],
  [
    "a pattern and ranges",
    {
      when: "req.url.path.matches('^/admin/') && inCidrRanges(conn.client_ip, ['192.0.2.0/24', '2001:db8::1/128'])",
      never: "forwarded",
    },
  ],
  [
    "lists of alternatives",
    {
      when: "req.method == 'POST' && req.url.path in ['/', '/a']",
      always: { outcome: "answered", status: 201, body: "Made" },
    },
  ],
  [
    "who answers",
    {
      when: "req.method == 'POST' && req.url.path == '/'",
      always: { by: { action: "custom-response", rule: "Post" } },
    },
  ],
  [
    "headers of an answer",
    {
      when: "req.method == 'POST' && req.url.path == '/'",
      always: { headers: { A: "b", "x-none": null } },
    },
  ],
  [
    "rules",
    {
      when: "req.method == 'GET' && req.url.path == '/'",
      always: { matched: ["Tag"], notMatched: ["Post", "/inbound/0"], onlyMatched: ["Tag"] },
    },
  ],
  [
    "no upstream",
    { when: "req.method == 'POST' && conn.client_ip == '192.0.2.1'", always: { upstream: null } },
  ],
  [
    "headers for the upstream",
    {
      when: "req.method == 'GET' && req.url.path == '/'",
      always: { upstream: { method: "GET", headers: { "x-secret": null } } },
    },
  ],
  ["every exchange", { never: "failed" }],
  ["compression", { always: { compression: null } }],
])("what holds is proved: %s", async (_name, assertion) => {
  expect(await proved(rules, assertion)).toEqual({
    kind: "proved",
    isVacuous: false,
    dependsOn: [],
  });
});

test("what does not hold is refuted, with an exchange and what is not as expected", async () => {
  const verdict = await proved(rules, {
    when: "req.url.path.matches('^/admin')",
    always: "denied",
  });
  expect(verdict).toMatchObject({
    kind: "refuted",
    times: 1,
    exchange: { connection: { clientIp: expect.stringMatching(/^10\./) as string } },
    differences: [{ path: "/outcome", expected: "denied", received: "forwarded" }],
  });
});

test.each<[string, Omit<Assertion, "name">]>([
  ["a word", { when: "req.method == 'POST'", always: "forwarded" }],
  ["never", { when: "req.url.path == '/admin'", never: { status: 403 } }],
  ["a status", { when: "req.method in ['POST', 'PUT']", always: { status: 201 } }],
  ["a header", { always: { upstream: { headers: { "x-tag": "1" } } } }],
  [
    "a method",
    { when: "req.url.path == '/'", always: { outcome: "forwarded", upstream: { method: "GET" } } },
  ],
  ["a URL", { when: "req.method == 'GET'", never: { upstream: { url: "https://example.com/b" } } }],
  ["a body", { when: "req.method == 'POST'", always: { body: "Other" } }],
  ["a rule", { never: { matched: ["Outside"] } }],
])("a refutation was tried: %s", async (_name, assertion) => {
  expect(await proved(rules, assertion)).toMatchObject({ kind: "refuted" });
});

test("an assertion about no exchange at all says so", async () => {
  const when = "req.method == 'GET' && req.method == 'POST'";
  expect(await proved(rules, { when, always: "denied" })).toMatchObject({
    kind: "proved",
    isVacuous: true,
  });
});

test("conditions about the response are asked in outbound rules", async () => {
  const document = {
    outbound: [{ expressions: ["res.status_code >= 500"], actions: [answer(503, "Later")] }],
  };
  const status = { when: "res.status_code == 500", always: { status: 503 } };
  expect(await proved(document, status)).toMatchObject({ kind: "proved" });
  const field = { when: "res.status_code in [404, 500]", always: { status: 503 } };
  expect(await proved(document, field)).toMatchObject({
    kind: "refuted",
    exchange: { response: { status: 404 } },
  });
});

test("a proof and a refutation name the answers to open questions that they depend on", async () => {
  const office = [{ actions: [{ type: "restrict-ips", config: { deny: ["10.0.0.0/8"] } }] }];
  expect(await proved(office, { never: "forwarded" })).toEqual({
    kind: "proved",
    isVacuous: false,
    dependsOn: [{ question: "restrictIpsWithoutAllow", answer: "allow" }],
  });
  const options = { restrictIpsWithoutAllow: "allow" } as const;
  expect(await proved(office, { never: "forwarded" }, { options })).toMatchObject({
    kind: "refuted",
    dependsOn: [{ question: "restrictIpsWithoutAllow", answer: "refuse" }],
  });
  const failing = [{ expressions: ["req.headers['x-a'][0] == '1'"], actions: [deny()] }];
  expect(await proved(failing, { never: "failed" })).toMatchObject({
    kind: "refuted",
    dependsOn: [{ question: "onExpressionError", answer: "no-match" }],
  });
});

test("a proof names an answer that stands for all others, where there are too many", async () => {
  const plain = [{ actions: [{ type: "deny" }] }];
  const forbidden = { always: { status: 403 } };
  expect(await proved(plain, forbidden)).toEqual({
    kind: "proved",
    isVacuous: false,
    dependsOn: [{ question: "denyStatus", answer: 999 }],
  });
  const options = { denyStatus: 401 };
  expect(await proved(plain, { never: { status: 403 } }, { options })).toMatchObject({
    kind: "proved",
    dependsOn: [],
  });
  expect(await proved(plain, { always: "denied" })).toMatchObject({ dependsOn: [] });
  expect(await proved([{ actions: [deny()] }], forbidden)).toMatchObject({ dependsOn: [] });
  const failing = [{ expressions: ["req.headers['x-a'][0] == '1'"], actions: [deny()] }];
  const when = "!('x-a' in req.headers)";
  expect(await proved(failing, { when, always: { outcome: "failed", status: 500 } })).toMatchObject(
    {
      kind: "proved",
      dependsOn: expect.arrayContaining([
        { question: "failure", answer: { status: 599, headers: {} } },
      ]),
    },
  );
});

test("a proof depends on answers that decide what conditions say", async () => {
  const key = [{ expressions: ["getReqHeader('X-Key').size() == 0"], actions: [deny(401)] }];
  expect(await proved(key, { when: "!hasReqHeader('X-Key')", always: "denied" })).toEqual({
    kind: "proved",
    isVacuous: false,
    dependsOn: [{ question: "absentValues", answer: "error" }],
  });
});

test("a limit refuses what comes too often", async () => {
  const config = {
    name: "a",
    algorithm: "sliding_window",
    capacity: 3,
    rate: "60s",
    bucket_key: ["conn.client_ip"],
  };
  const limited = [{ actions: [{ type: "rate-limit", config }] }];
  expect(await proved(limited, { always: "forwarded" })).toMatchObject({
    kind: "refuted",
    times: 4,
    outcome: { response: { status: 429 } },
  });
  expect(await proved(limited, { never: "failed" })).toMatchObject({ kind: "proved" });
});

test("what only the service knows is not guessed", async () => {
  const token = [
    { expressions: ["req.method == 'PUT'"], actions: [{ type: "jwt-validation", config: {} }] },
  ];
  const policy = await compilePolicy({ inbound: token } as unknown as JsonValue, {
    protocol: "http",
  });
  const prover = (options: ProofOptions) => new Prover(policy, options);
  const always = { name: "A", when: "req.method == 'PUT'", always: "denied" } as const;
  expect(await prover({}).prove(always)).toEqual({
    kind: "unknown",
    reason:
      'Only the service knows what "jwt-validation" does; say it in "stubs" of the assertion.',
  });
  const never = { name: "B", when: "req.method == 'GET'", always: "forwarded" } as const;
  expect(await prover({}).prove(never)).toMatchObject({ kind: "proved" });
  const stubs = { "jwt-validation": 401 } as const;
  const refused = { name: "C", when: "req.method == 'PUT'", always: { status: 401 } } as const;
  expect(await prover({ stubs }).prove(refused)).toMatchObject({ kind: "proved" });
});

test("policies for connections are closed or forwarded", async () => {
  const office = [
    { expressions: ["!inCidrRange(conn.client_ip, '10.0.0.0/8')"], actions: [{ type: "deny" }] },
  ];
  const options = { protocol: "tcp" } as const;
  const closed = { when: "inCidrRange(conn.client_ip, '192.0.2.1/32')", always: "closed" } as const;
  expect(await proved(office, closed, options)).toMatchObject({ kind: "proved" });
  const open = { never: "forwarded" } as const;
  expect(await proved(office, open, options)).toMatchObject({
    kind: "refuted",
    exchange: { connection: { clientIp: expect.stringMatching(/^10\./) as string } },
  });
});

test.each<[Omit<Assertion, "name">, string, string]>([
  [{}, "always", "An assertion says either what always or what never happens."],
  [
    { always: "denied", never: "denied" },
    "always",
    "An assertion says either what always or what never happens.",
  ],
  [{ when: "req.methd == 'GET'", always: "denied" }, "when", "There is no variable req.methd."],
  [{ when: "req.method ==", always: "denied" }, "when", "The expression ends too"],
  [{ always: { matched: ["Ouside"] } }, "always", 'The policy has no rule "Ouside".'],
  [{ never: { by: "denny" } }, "never", 'There is no action "denny".'],
])("an assertion that makes no sense is a problem: %j", async (assertion, part, message) => {
  await expect(proved(rules, assertion)).rejects.toMatchObject({
    name: "AssertionProblem",
    part,
    message: expect.stringContaining(message) as string,
  });
});
