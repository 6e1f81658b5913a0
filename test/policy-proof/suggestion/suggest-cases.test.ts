import {
  CaseRunner,
  compilePolicy,
  PolicyCoverage,
  simulateSync,
  type Exchange,
} from "@traffic-policy/policy-engine";
import type { JsonValue, Protocol } from "@traffic-policy/policy-language";
import {
  suggestCases,
  type Suggestion,
  type SuggestionOptions,
} from "@traffic-policy/policy-proof";
import { expect, test } from "vitest";
import { rightPolicies } from "../../policy-lint/right/policies.ts";

const log = [{ type: "log", config: { metadata: {} } }];

async function suggested(
  document: JsonValue,
  { protocol = "http", ...options }: SuggestionOptions & { protocol?: Protocol } = {},
): Promise<readonly Suggestion[]> {
  const policy = await compilePolicy(document, { protocol });
  return suggestCases(policy, new PolicyCoverage(policy), options);
}

/** What is proposed for the rule of one expression: that it matches, and that it does not. */
async function exchanges(expression: string, direction = "inbound"): Promise<unknown[]> {
  const found = await suggested({ [direction]: [{ expressions: [expression], actions: log }] });
  return found.map((one) => {
    if ("reason" in one) return one.reason;
    const { name: _, expect: __, request, response, ...rest } = one.case;
    const { url, ...fields } = request ?? { url: "" };
    const status = direction === "inbound" ? {} : { status: response?.status };
    return { url: url.replace("https://example.com", ""), ...fields, ...rest, ...status };
  });
}

const root = { url: "/" };

test.each<[string, unknown, unknown]>([
  ["req.method == 'POST'", { ...root, method: "POST" }, root],
  ["'POST' == req.method", { ...root, method: "POST" }, root],
  ["req.method != 'GET'", { ...root, method: "POST" }, root],
  ["req.method in ['PUT', 'PATCH']", { ...root, method: "PUT" }, root],
  ["req.url.path == '/a'", { url: "/a" }, root],
  ["req.url.path.startsWith('/api/')", { url: "/api/" }, root],
  ["req.url.path.endsWith('.php')", { url: "/.php" }, root],
  ["req.url.path.contains('admin')", { url: "/admin" }, root],
  ["req.url.path.matches('^/v[12]/(users|orders)$')", { url: "/v1/users" }, root],
  ["req.url.contains('/old')", { url: "/old" }, root],
  ["req.url.query == ''", root, { url: "/?x" }],
  ["req.url.scheme == 'http'", { url: "http://example.com/" }, root],
  ["req.host == 'a.example'", { url: "https://a.example/" }, root],
  ["has(req.url.port)", { url: ":8443/" }, root],
  ["hasReqHeader('X-Key')", { ...root, headers: { "x-key": "x" } }, root],
  ["'x-key' in req.headers", { ...root, headers: { "x-key": "x" } }, root],
  ["getReqHeader('X-Key').size() > 0", { ...root, headers: { "x-key": "x" } }, root],
  ["'a' in getReqHeader('X-Key')", { ...root, headers: { "x-key": "a" } }, root],
  [
    "getReqHeader('User-Agent').exists(v, v.matches('(?i)bot') || v == 'x')",
    { ...root, headers: { "user-agent": "bot" } },
    root,
  ],
  ["req.user_agent.startsWith('curl/')", { ...root, headers: { "user-agent": "curl/" } }, root],
  ["hasQueryParam('q')", { url: "/?q=x" }, root],
  ["getQueryParam('q').exists(v, v == '1 2')", { url: "/?q=1%202" }, root],
  ["hasReqCookie('s')", { ...root, cookies: { s: "x" } }, root],
  [
    "conn.geo.country_code in ['NO']",
    { ...root, connection: { geo: { countryCode: "NO" } } },
    { ...root, variables: { "conn.geo.country_code": "" } },
  ],
  [
    "!(conn.geo.country_code in ['', 'US'])",
    { ...root, connection: { geo: { countryCode: "DE" } } },
    { ...root, variables: { "conn.geo.country_code": "" } },
  ],
  [
    "inCidrRange(conn.client_ip, '10.0.0.0/8')",
    { ...root, connection: { clientIp: "10.0.0.1" } },
    root,
  ],
  [
    "inCidrRanges(conn.client_ip, ['2001:db8:1::/48', '192.0.2.7/32'])",
    { ...root, connection: { clientIp: "2001:db8:1::1" } },
    root,
  ],
  ["['/a', '/b'].exists(p, req.url.path.startsWith(p))", { url: "/a" }, root],
  [
    "int(conn.geo.radius) > 100",
    { ...root, connection: { geo: { radius: "111" } } },
    expect.any(Object),
  ],
  [
    "timestamp(time.now) < timestamp('2020-01-01T00:00:00Z')",
    { ...root, time: "2019-01-01T00:00:00Z" },
    { ...root, time: "2024-01-01T00:00:00Z" },
  ],
  [
    "timestamp(time.now).getHours() >= 22",
    { ...root, time: "2024-01-01T22:00:00Z" },
    { ...root, time: "2024-01-01T00:00:00Z" },
  ],
  [
    "timestamp(time.now).getDayOfWeek() in [0, 6]",
    { ...root, time: "2024-01-06T00:00:00Z" },
    { ...root, time: "2024-01-01T00:00:00Z" },
  ],
  [
    "timestamp(time.now).getDayOfWeek() == 3",
    { ...root, time: "2024-01-03T00:00:00Z" },
    { ...root, time: "2024-01-01T00:00:00Z" },
  ],
  [
    "timestamp(time.now).getMonth() == 11",
    { ...root, time: "2024-12-01T00:00:00Z" },
    { ...root, time: "2024-01-01T00:00:00Z" },
  ],
  [
    "timestamp(time.now).getDate() > 27",
    { ...root, time: "2024-01-28T00:00:00Z" },
    { ...root, time: "2024-01-01T00:00:00Z" },
  ],
  [
    "timestamp(time.now).getDayOfMonth() == 27",
    { ...root, time: "2024-01-28T00:00:00Z" },
    { ...root, time: "2024-01-01T00:00:00Z" },
  ],
  [
    "timestamp(time.now).getDayOfYear() == 365",
    { ...root, time: "2024-12-31T00:00:00Z" },
    { ...root, time: "2024-01-01T00:00:00Z" },
  ],
  [
    "timestamp(time.now).getFullYear() == 2030",
    { ...root, time: "2030-01-01T00:00:00Z" },
    { ...root, time: "2024-01-01T00:00:00Z" },
  ],
  [
    "timestamp(time.now).getSeconds() == 5",
    { ...root, time: "2024-01-01T00:00:05Z" },
    { ...root, time: "2024-01-01T00:00:00Z" },
  ],
  [
    "timestamp(time.now).getMinutes() == 30",
    { ...root, time: "2024-01-01T00:30:00Z" },
    { ...root, time: "2024-01-01T00:00:00Z" },
  ],
  [
    "timestamp(time.now).getMilliseconds() == 250",
    { ...root, time: "2024-01-01T00:00:00.250Z" },
    { ...root, time: "2024-01-01T00:00:00Z" },
  ],
  ["size(req.url.path) > 3", { url: "/xxx" }, root],
  [
    "getReqHeader('X-A').exists(v, v.startsWith('ab') && v.endsWith('yz') && v.contains('mm'))",
    { ...root, headers: { "x-a": "abmmyz" } },
    root,
  ],
  [
    "getReqHeader('X-A').exists(v, v.startsWith('ab') || v.endsWith('yz'))",
    { ...root, headers: { "x-a": "ab" } },
    root,
  ],
])("inbound, %s", async (expression, yes, no) => {
  expect(await exchanges(expression)).toEqual([yes, no]);
});

// Where it is missing, the request fails: that is proposed as well.
test.each<[string, unknown, unknown, unknown]>([
  ["req.content_length > 100", { ...root, bodySize: 101 }, { ...root, bodySize: 100 }, root],
  ["!(req.content_length < 5)", { ...root, bodySize: 5 }, { ...root, bodySize: 4 }, root],
  [
    "'a' in req.headers['x-key']",
    { ...root, headers: { "x-key": "a" } },
    { ...root, headers: { "x-key": "x" } },
    root,
  ],
  [
    "req.method == 'POST' && getReqCookie('id').value == 'a'",
    { ...root, method: "POST", cookies: { id: "a" } },
    root,
    { ...root, method: "POST" },
  ],
])("inbound, unguarded, %s", async (expression, yes, no, missing) => {
  const found = await exchanges(expression);
  expect(found).toEqual(expect.arrayContaining([yes, no]));
  expect(found.at(-1)).toEqual(missing);
  const suggestions = await suggested({
    inbound: [{ name: "A", expressions: [expression], actions: log }],
  });
  const last = suggestions.at(-1);
  expect(last).toMatchObject({
    gap: { never: "failed" },
    case: { expect: { outcome: "failed" }, name: expect.stringMatching(/^A: .* is missing/) },
  });
});

test("a text of an action that asks for what may be missing is proposed to fail, once for each action", async () => {
  const failures = async (
    content: string,
    expressions: readonly string[] = [],
    tried: Exchange[] = [],
  ): Promise<unknown[]> => {
    const actions = [{ type: "custom-response", config: { status_code: 200, content } }];
    const document = { inbound: [{ name: "A", expressions: [...expressions], actions }] };
    const policy = await compilePolicy(document, { protocol: "http" });
    const coverage = new PolicyCoverage(policy);
    for (const exchange of tried) {
      const { trace } = simulateSync(policy, exchange, { trace: true });
      if (trace !== undefined) coverage.add(trace);
    }
    return suggestCases(policy, coverage)
      .filter(({ gap }) => gap.never === "failed")
      .map((one) => ("case" in one ? one.case : one));
  };
  const own = "${req.headers['x-a'][0]} ${req.headers['x-b'][0]}";
  expect(await failures(own)).toEqual([
    {
      name: "A: req.headers['x-a'] is missing, and the request fails",
      request: { url: "https://example.com/" },
      expect: { outcome: "failed" },
    },
  ]);
  const plain = { request: { url: "https://example.com/" } };
  expect(await failures(own, [], [plain])).toEqual([]);
  const text = "a ${req.headers['x-a'][0]}";
  expect(await failures(text, ["req.method == 'PUT'"])).toMatchObject([
    { request: { method: "PUT" }, expect: { outcome: "failed" } },
  ]);
  expect(await failures(text, ["'x-a' in req.headers"])).toEqual([]);
  expect(await failures("${conn.geo.city}")).toEqual([]);
});

test("what is guarded, inferred or has failed in a case is not proposed to fail", async () => {
  const failures = async (expression: string, tried: Exchange[] = []): Promise<unknown[]> => {
    const document = { inbound: [{ expressions: [expression], actions: log }] };
    const policy = await compilePolicy(document, { protocol: "http" });
    const coverage = new PolicyCoverage(policy);
    for (const exchange of tried) {
      const { trace } = simulateSync(policy, exchange, { trace: true });
      if (trace !== undefined) coverage.add(trace);
    }
    return suggestCases(policy, coverage).filter(({ gap }) => gap.never === "failed");
  };
  expect(await failures("req.content_length > 1")).toHaveLength(1);
  expect(await failures("req.content_length > 1", [{ request: { url: "/" } }])).toEqual([]);
  expect(await failures("has(req.content_length) && req.content_length > 1")).toEqual([]);
  expect(await failures("conn.geo.city == 'Oslo'")).toEqual([]);
});

test.each<[string, unknown, unknown]>([
  ["res.status_code >= 500", { ...root, status: 500 }, { ...root, status: 200 }],
  ["res.status_code == 404", { ...root, status: 404 }, { ...root, status: 200 }],
])("outbound, %s", async (expression, yes, no) => {
  expect(await exchanges(expression, "outbound")).toEqual([yes, no]);
});

test("several conditions of one thing are solved together", async () => {
  const expression =
    "req.url.path.startsWith('/a/') && req.url.path.endsWith('.js') && !req.url.path.contains('x') && req.url.path != '/a/.js'";
  const [first] = await exchanges(expression);
  expect(first).toEqual(
    expect.objectContaining({ url: expect.stringMatching(/^\/a\/[^x]+\.js$/) }),
  );
});

test("each operand gets a case in which it decides, and rules before it do not end processing", async () => {
  const document = {
    inbound: [
      {
        name: "Guard",
        expressions: ["!hasReqHeader('Authorization') || req.method == 'TRACE'"],
        actions: [{ type: "deny" }],
      },
      {
        name: "Guarded",
        expressions: ["req.url.path.startsWith('/a') && req.method == 'PUT'"],
        actions: [{ type: "deny", config: { status_code: 405 } }],
      },
    ],
  };
  const found = await suggested(document);
  expect(found.map((one) => ("case" in one ? one.case.name : one.reason))).toEqual([
    "Guard: it matches",
    "Guard: !hasReqHeader('Authorization') || req.method == 'TRACE' is false",
    "Guard: req.method == 'TRACE' is true",
    "Guarded: req.url.path.startsWith('/a') && req.method == 'PUT' is true",
    "Guarded: req.method == 'PUT' is false",
  ]);
  const guarded = found.find(({ gap }) => gap.rule.name === "Guarded");
  expect(guarded).toMatchObject({
    case: {
      request: { method: "PUT", url: "https://example.com/a", headers: { authorization: "x" } },
      expect: { outcome: "denied", status: 405, matched: ["Guarded"] },
    },
  });
});

test("what looks at the clock has a time, so that it comes out the same on any day", async () => {
  const found = await suggested({
    inbound: [
      {
        name: "Closed",
        expressions: ["req.url.path == '/a'", "conn.ts.start.getHours() > 5"],
        actions: log,
      },
    ],
  });
  const times = found.map((one) =>
    "case" in one ? [one.case.request?.url, one.case.time, one.case.connection?.start] : one,
  );
  const day = "2024-01-01T00:00:00Z";
  expect(times).toEqual([
    ["https://example.com/a", day, "2024-01-01T06:00:00Z"],
    // The path decides, and the second condition is not come to.
    ["https://example.com/", undefined, undefined],
    ["https://example.com/a", day, undefined],
  ]);
});

test("what cannot be solved is said", async () => {
  const reasons = async (document: JsonValue, options = {}): Promise<(string | undefined)[]> =>
    (await suggested(document, options)).flatMap((one) => ("reason" in one ? [one.reason] : []));
  const rule = (expression: string) => ({ inbound: [{ expressions: [expression], actions: log }] });
  expect(await reasons(rule("size(req.headers) + 1 == 77"))).toEqual([
    "It is unknown what makes size(req.headers) + 1 == 77 true.",
  ]);
  expect(await reasons(rule("req.method == 'A' && req.method == 'B'"))).toContain(
    "It never happens: what it asks for excludes itself.",
  );
  expect(
    await reasons({ inbound: [{ name: "All", actions: [{ type: "deny" }] }, { actions: log }] }),
  ).toEqual(['It never happens: the rule "All" takes all of its requests.']);
});

test("what an action does that is not simulated is said by a stub of the case", async () => {
  const document = {
    inbound: [
      { name: "Token", actions: [{ type: "jwt-validation", config: {} }] },
      { name: "Log", expressions: ["req.method == 'POST'"], actions: log },
    ],
  };
  const cases = async (options: SuggestionOptions): Promise<unknown[]> =>
    (await suggested(document, options)).map((one) => ("case" in one ? one.case : one.reason));
  expect(await cases({})).toEqual([
    expect.objectContaining({ name: "Token: it matches", stubs: { "jwt-validation": "next" } }),
    expect.objectContaining({ stubs: { "jwt-validation": "next" } }),
  ]);
  expect(await cases({ stubs: { "jwt-validation": 401 } })).toEqual([
    expect.not.objectContaining({ stubs: expect.anything() as unknown }),
    'It never happens: the rule "Token" takes all of its requests.',
  ]);
});

test("cases are looked for a part of a very long expression only", async () => {
  const chain = Array.from({ length: 200 }, (_, index) => `req.url.path == '/${index}'`);
  const found = await suggested({ inbound: [{ expressions: [chain.join(" || ")], actions: log }] });
  const cases = found.filter((one) => "case" in one);
  const reasons = new Set(found.flatMap((one) => ("reason" in one ? [one.reason] : [])));
  expect(cases.length).toBeGreaterThan(40);
  expect([...reasons]).toEqual(["Cases are suggested for at most 50 parts of one expression."]);
});

test("what stands behind a list of addresses is asked for from an address that it lets through", async () => {
  const behind = async (config: JsonValue): Promise<unknown> => {
    const found = await suggested({
      inbound: [
        { name: "Office", actions: [{ type: "restrict-ips", config }] },
        { name: "Log", expressions: ["req.method == 'POST'"], actions: log },
      ],
    });
    return found
      .filter(({ gap }) => gap.rule.name === "Log")
      .map((one) => ("case" in one ? one.case.connection?.clientIp : one.reason))[0];
  };
  expect(await behind({ enforce: true, allow: ["192.0.2.0/24"] })).toMatch(/^192\.0\.2\./);
  expect(await behind({ allow: ["192.0.2.0/24"], deny: ["192.0.2.9"] })).toMatch(/^192\.0\.2\./);
  expect(await behind({ allow: ["192.0.2.0/24"], deny: ["192.0.0.0/16"] })).toBe(
    'It never happens: the rule "Office" takes all of its requests.',
  );
  expect(await behind({})).toBe('It never happens: the rule "Office" takes all of its requests.');
});

test("an action that ends only some requests is not said to end all", async () => {
  const found = await suggested({
    inbound: [
      {
        name: "Move",
        actions: [{ type: "redirect", config: { from: "^https://", to: "http://" } }],
      },
      { name: "Log", actions: log },
    ],
  });
  expect(found.filter(({ gap }) => gap.rule.name === "Log")).toMatchObject([
    { case: { request: { url: "http://example.com/" } } },
  ]);
});

test("nothing is said of what another proposal covers", async () => {
  // The first has no solution that is looked for; the case of the second one happens to be one.
  const document = {
    inbound: [
      { name: "A", expressions: ["size(req.url.path) + size(req.host) > 15"], actions: log },
      { name: "B", expressions: ["req.url.path == '/a-long-one'"], actions: log },
    ],
  };
  const found = await suggested(document);
  expect(found.flatMap((one) => ("reason" in one ? [one] : []))).toEqual([]);
  expect(found.length).toBeGreaterThan(0);
});

test("a rule that cannot be evaluated is told at once, however much the rule behind it asks for", async () => {
  // Each pair doubles the ways in which all of them can hold.
  const pairs = Array.from(
    { length: 22 },
    (_, at) => `(hasReqHeader('A${at}') || hasReqHeader('B${at}'))`,
  );
  const behind = { name: "Behind", expressions: [pairs.join(" && ")], actions: log };
  const found = async (expressions: string[]): Promise<unknown> => {
    const broken = { name: "Broken", expressions, actions: [{ type: "deny" }] };
    const suggestions = await suggested({ inbound: [broken, behind] });
    return suggestions.find(({ gap }) => gap.rule.name === "Behind");
  };
  const reason = 'It never happens: the rule "Broken" takes all of its requests.';
  expect(await found(["1 +"])).toMatchObject({ reason });
  expect(await found(["1 +", "req.method == 'POST'"])).toMatchObject({ reason });
  expect(await found(["req.method != 'PUT'", "1 +"])).toMatchObject({
    case: { request: { method: "PUT" } },
  });
});

test("a host that nothing says much of looks like one", async () => {
  const [first] = await exchanges("!req.host.endsWith('x') && req.host != 'example.com'");
  expect(first).toEqual({ url: "https://www.example/" });
});

test("requests go where those of the file go", async () => {
  const document = { inbound: [{ expressions: ["req.url.path == '/a'"], actions: log }] };
  const [first] = await suggested(document, { url: "https://shop.example/" });
  expect(first).toMatchObject({ case: { request: { url: "https://shop.example/a" } } });
});

test("connections of a TCP policy have no request", async () => {
  const found = await suggested(
    {
      inbound: [
        {
          name: "Office",
          expressions: ["conn.client_ip == '192.0.2.7'"],
          actions: [{ type: "deny" }],
        },
      ],
    },
    { protocol: "tcp" },
  );
  expect(found).toMatchObject([
    { case: { connection: { clientIp: "192.0.2.7" }, expect: { outcome: "denied" } } },
    { case: { expect: { outcome: "forwarded" } } },
  ]);
  expect(found.every((one) => "case" in one && one.case.request === undefined)).toBe(true);
});

test("what is proposed for policies that are right passes, and covers all but what is told", async () => {
  let cases = 0;
  for (const { policy: document, protocol = "http" } of rightPolicies) {
    const policy = await compilePolicy(document as JsonValue, { protocol });
    const coverage = new PolicyCoverage(policy);
    const found = suggestCases(policy, coverage);
    expect(coverage.count().covered, "the coverage that is given is not changed").toBe(0);
    const runner = new CaseRunner(policy);
    for (const one of found) {
      if (!("case" in one)) continue;
      cases += 1;
      expect((await runner.run(one.case)).differences).toEqual([]);
      const { name: _, expect: __, ...exchange } = one.case;
      const { trace } = simulateSync(policy, exchange, { trace: true });
      if (trace !== undefined) coverage.add(trace);
    }
    const untold = coverage
      .gaps()
      .filter(({ path, operand, never }) =>
        found.every(
          (one) =>
            "case" in one ||
            JSON.stringify([one.gap.path, one.gap.operand, one.gap.never]) !==
              JSON.stringify([path, operand, never]),
        ),
      );
    expect(untold).toEqual([]);
  }
  expect(cases).toBeGreaterThan(50);
});
