import { compilePolicy, simulateSync } from "@traffic-policy/policy-engine";
import { Prover, type AskedQuestion, type QuestionExample } from "@traffic-policy/policy-proof";
import type { JsonObject } from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { describe, expect, test } from "vitest";

const deny = [{ type: "deny" }];

function rule(name: string, expressions: readonly string[], actions: readonly JsonObject[] = deny) {
  return { name, expressions, actions };
}

async function asked(
  inbound: readonly object[],
): Promise<(name: string) => AskedQuestion["findings"]> {
  const policy = await compilePolicy({ inbound } as never);
  const questions = new Prover(policy).ask();
  return (name) => questions.find((one) => one.name === name)?.findings ?? [];
}

/** What is found: the requests of the examples, with how each ends; or why it is unknown. */
function shown(findings: AskedQuestion["findings"]): string[][] {
  return findings.flatMap((finding) => {
    if (finding.kind === "unknown") return [[finding.reason]];
    if (finding.kind !== "found") return [];
    const requests = finding.examples.map(({ exchange, outcome }) => {
      const { method = "GET", url = "" } = exchange.request ?? {};
      return `${method} ${new URL(url).pathname}: ${outcome.result}`;
    });
    return [requests];
  });
}

function urlOf({ exchange }: QuestionExample): string {
  return exchange.request?.url ?? "";
}

function messages(findings: AskedQuestion["findings"], kind?: string): string[] {
  return findings
    .filter((one) => kind === undefined || one.kind === kind)
    .map(({ message }) => message);
}

test("of an empty policy, each question says what holds", async () => {
  const find = await asked([]);
  expect(messages(find("bypassed-checks"))).toEqual([
    "No rule has an action that checks requests and is enforced.",
  ]);
  expect(messages(find("failing-requests"))).toEqual([
    "No expression and no action of the policy can fail.",
  ]);
  expect(messages(find("never-let-in"))).toEqual([
    "Requests reach the upstream with each of the usual methods.",
  ]);
  expect(messages(find("path-variants"))).toEqual(["No rule refuses requests."]);
  expect(messages(find("swallowed-rules"))).toEqual(["No rule has an exception."]);
});

test("when the time is up, nothing is said to hold", async () => {
  const inbound = [
    rule("Files", ["req.url.path.startsWith('/files')", "!req.url.path.startsWith('/f')"]),
    rule("Large", ["req.content_length > 100"]),
    rule("Office", ["req.method == 'POST'"], [{ type: "restrict-ips", config: { allow: [] } }]),
  ];
  const policy = await compilePolicy({ inbound } as never);
  const questions = new Prover(policy, { budget: { isOver: () => true } }).ask();
  const kinds = questions.map(({ findings }) => new Set(findings.map(({ kind }) => kind)));
  expect(kinds).toEqual(questions.map(() => new Set(["unknown"])));
});

describe("whether requests get around a check", () => {
  const office = [{ type: "restrict-ips", config: { allow: ["10.0.0.0/8"] } }];

  test("finds a request to a URL that is checked for others", async () => {
    const check = rule(
      "Office",
      ["req.url.path.startsWith('/admin')", "req.method == 'POST'"],
      office,
    );
    const findings = (await asked([check]))("bypassed-checks");
    expect(findings).toMatchObject([
      {
        kind: "found",
        message:
          'Requests reach URLs that the rule "Office" protects with restrict-ips, without the check.',
        rules: [{ path: "/inbound/0" }],
      },
    ]);
    expect(shown(findings)).toEqual([["GET /admin: forwarded", "POST /admin: answered"]]);
  });

  test("an action that is not simulated checks, too", async () => {
    const token = [{ type: "jwt-validation", config: {} }];
    const all = rule("Tokens", ["req.url.path.startsWith('/api/')"], token);
    expect(messages((await asked([all]))("bypassed-checks"))).toEqual([
      'No request gets around jwt-validation of the rule "Tokens" by its method, headers or query.',
    ]);
    const some = rule("Tokens", [...all.expressions, "hasReqHeader('Authorization')"], token);
    expect(shown((await asked([some]))("bypassed-checks"))).toEqual([
      ["GET /api/: forwarded", "GET /api/: forwarded"],
    ]);
  });

  test.each([
    "req.url.endsWith('/admin')",
    "req.url.uri == '/admin'",
    "req.url == 'https://example.com/admin'",
    "!req.url.contains('/public')",
  ])("a query gets around %s", async (condition) => {
    const [found] = (await asked([rule("Office", [condition], office)]))("bypassed-checks");
    expect(found).toMatchObject({ kind: "found", rules: [{ path: "/inbound/0" }] });
    const urls = found?.kind === "found" ? found.examples.map(urlOf) : [];
    expect(urls).toEqual([expect.stringContaining("?"), expect.not.stringContaining("?")]);
    const [refused] = (await asked([rule("Closed", [condition])]))("bypassed-checks");
    expect(refused?.message).toBe(
      'Requests with a query get past the rule "Closed", which refuses them without one.',
    );
  });

  test("no query gets around what stays in the URL", async () => {
    const condition = "req.url.contains('/admin')";
    const findings = (await asked([rule("Office", [condition], office)]))("bypassed-checks");
    expect(messages(findings, "holds")).toEqual([
      'No request gets around restrict-ips of the rule "Office" by its method, headers or query.',
    ]);
  });

  test.each(["oauth", "openid-connect", "saml", "basic-auth", "verify-webhook", "rate-limit"])(
    "%s is a check",
    async (type) => {
      const check = {
        expressions: ["!('x-skip' in req.headers)"],
        actions: [{ type, config: {} }],
      };
      const document = { on_http_request: [check] } as unknown as JsonObject;
      const policy = await compilePolicy(document, { protocol: "http", dialect: phasesDialect });
      const [asking] = new Prover(policy).ask();
      expect(asking?.findings[0]?.message).toContain(`protects with ${type}, without the check`);
    },
  );

  test.each([
    [true, "Apart from the `OPTIONS` requests that browsers send first, every request"],
    [false, "Every request"],
  ])("allow_cors_preflight: %s of a sign-in is in the answer", async (isAllowed, beginning) => {
    const signIn = {
      type: "oauth",
      config: { provider: "google", allow_cors_preflight: isAllowed },
    };
    const document = {
      on_http_request: [{ name: "Sign in", actions: [signIn] }],
    } as unknown as JsonObject;
    const policy = await compilePolicy(document, { protocol: "http", dialect: phasesDialect });
    const [asking] = new Prover(policy).ask();
    expect(messages(asking?.findings ?? [])).toEqual([
      `${beginning} that reaches the upstream has passed oauth of the rule "Sign in".`,
    ]);
  });

  const known = (action: JsonObject): JsonObject =>
    rule("Known", ["hasReqCookie('session')"], [action]) as unknown as JsonObject;
  const adding = { type: "add-headers", config: { headers: { "X-Caller": "a" } } };
  const others = rule("Others", ["!hasReqHeader('X-Caller')"]);

  test("a client can send a mark that an earlier rule adds", async () => {
    const findings = (await asked([known(adding), others]))("bypassed-checks");
    expect(messages(findings, "found")).toEqual([
      'A client that sends the header x-caller itself gets past the rule "Others": the rule "Known" adds it, and no rule removes it before.',
    ]);
    const removing = { type: "remove-headers", config: { headers: ["x-caller"] } };
    const find = await asked([rule("First", [], [removing]), known(adding), others]);
    expect(messages(find("bypassed-checks"), "found")).toEqual([]);
  });

  test.each([
    ["everything", [], "Every request that reaches the upstream has passed"],
    ["a country", ["conn.geo.country_code != 'NO'"], "No request gets around"],
    [
      "all but what browsers ask first",
      ["req.method != 'OPTIONS'"],
      "Apart from the `OPTIONS` requests that browsers send first, no request gets around",
    ],
  ])("finds none when %s is checked", async (_what, conditions, message) => {
    const findings = (await asked([rule("Office", conditions, office)]))("bypassed-checks");
    expect(messages(findings, "holds")).toEqual([expect.stringContaining(message)]);
    expect(findings).toHaveLength(1);
  });

  test("finds none where the others are refused, and says by which rule", async () => {
    const find = await asked([
      rule("Others", ["req.url.path.startsWith('/admin')", "req.method != 'POST'"]),
      rule("Office", ["req.url.path.startsWith('/admin')", "req.method == 'POST'"], office),
    ]);
    expect(messages(find("bypassed-checks"))).toEqual([
      'No request gets around restrict-ips of the rule "Office" by its method, headers or query; those that it does not check end at the rule "Others".',
    ]);
  });
});

describe("whether a path gets past a rule in another spelling", () => {
  test.each([
    [
      "req.url.path == '/a'",
      ["GET /a: answered", "GET /a/: forwarded", "GET //a: forwarded", "GET /A: forwarded"],
      "with a slash at the end, with a doubled slash at the beginning, in capital letters, with `;x` at the end or behind `..%2f`",
    ],
    [
      "req.url.raw_path.startsWith('/a')",
      ["GET /a: answered", "GET //a: forwarded", "GET /A: forwarded", "GET /%61: forwarded"],
      "with a doubled slash at the beginning, in capital letters, with an encoded letter or behind `..%2f`",
    ],
    [
      "req.url.contains('/admin')",
      ["GET /admin: answered", "GET /ADMIN: forwarded"],
      "in capital letters or behind `..%2f`.",
    ],
    ["req.url.path.endsWith('/x')", ["GET /x: answered", "GET /x/: forwarded"], "with a slash"],
    [
      "req.url.path.startsWith('/admin/')",
      ["GET /admin/: answered", "GET /admin: forwarded", "GET //admin/: forwarded"],
      "without the slash at the end, with a doubled slash",
    ],
  ])("%s: %j", async (condition, requests, how) => {
    const findings = (await asked([rule("Closed", [condition])]))("path-variants");
    const [found = []] = shown(findings);
    expect(found.slice(0, requests.length)).toEqual(requests);
    expect(messages(findings, "found")).toEqual([
      expect.stringContaining(
        `The rule "Closed" refuses a path, but not when it is written ${how}`,
      ),
    ]);
  });

  test("a redirect of the same rule is no refusal", async () => {
    const redirect = { type: "redirect", config: { from: "/a", to: "/b" } };
    const find = await asked([rule("Moved", ["req.url.path == '/a'"], [redirect, ...deny])]);
    expect(messages(find("path-variants"), "found")).toEqual([]);
  });

  test("rules with the same mistake are one finding, with the requests of the first", async () => {
    const findings = (
      await asked([
        rule("One", ["req.url.path.contains('one')"]),
        rule("Two", ["req.url.path.contains('two')"]),
        rule("Three", ["req.url.path.endsWith('/3')"]),
      ])
    )("path-variants");
    expect(messages(findings, "found")).toEqual([
      'The rules "One" and "Two" refuse a path, but not when it is written in capital letters.',
      'The rule "Three" refuses a path, but not when it is written with a slash at the end, with `;x` at the end or behind `..%2f`.',
    ]);
    expect(shown(findings)).toEqual([
      ["GET /one: answered", "GET /ONE: forwarded"],
      ["GET /3: answered", "GET /3/: forwarded", "GET /3;x: forwarded", "GET /3/..%2f3: forwarded"],
    ]);
  });

  test.each([
    "req.url.path.contains('secret') || req.url.path.contains('SECRET')",
    "req.url.path.matches('(?i)admin')",
  ])("%s: none", async (condition) => {
    const findings = (await asked([rule("Closed", [condition])]))("path-variants");
    expect(messages(findings, "found")).toEqual([]);
    expect(messages(findings, "holds")).toEqual([
      'No path gets past the rule "Closed" with a slash at the end, with a doubled slash at the beginning, in capital letters, with `;x` at the end or with an encoded letter.',
    ]);
  });

  test("what is encoded is the same path, unless the service does not normalize URLs", async () => {
    const findings = (await asked([rule("Closed", ["req.url.path.contains('a')"])]))(
      "path-variants",
    );
    expect(messages(findings, "fact")).toEqual([
      'Whether an encoded letter, as in /%61, takes a request past the rule "Closed" depends on the service: with urlNormalization=none it does.',
    ]);
  });

  test("is not asked of what does not depend on the path", async () => {
    const find = await asked([
      rule("Closed", ["req.method == 'TRACE'"]),
      rule("Office", [], [{ type: "restrict-ips", config: { ip_policies: ["ipp_1"] } }]),
    ]);
    expect(messages(find("path-variants"))).toEqual(["What is refused does not depend on paths."]);
  });

  test("a limit, a sign-in, a way to a login and a page that refuses are checks", async () => {
    const limit = { name: "a", algorithm: "sliding_window", capacity: 1, rate: "60s" };
    const page = { type: "custom-response", config: { status_code: 418 } };
    const find = await asked([
      rule(
        "Limit",
        ["req.url.path == '/a'"],
        [{ type: "rate-limit", config: { ...limit, bucket_key: ["conn.client_ip"] } }],
      ),
      rule("Token", ["req.url.path == '/b'"], [{ type: "jwt-validation", config: {} }]),
      rule("Login", ["req.url.path == '/c'"], [{ type: "redirect", config: { to: "/login" } }]),
      rule("Teapot", ["req.url.path == '/d'"], [page]),
      rule("Page", ["req.url.path == '/e'"], [{ ...page, config: { status_code: 200 } }]),
    ]);
    const [found] = messages(find("path-variants"), "found");
    expect(found).toMatch(/^The rules "Limit", "Token", "Login" and "Teapot" check a path/);
  });

  test.each(["inbound", "on_http_request"])(
    "what another endpoint gets for a prefix is asked for from behind it: %s",
    async (section) => {
      const isPublic = "req.url.path.startsWith('/public/')";
      const config = { url: "https://x.internal" };
      const document = {
        [section]: [
          { expressions: [isPublic], actions: [{ type: "forward-internal", config }] },
          { name: "Rest", actions: deny },
        ],
      } as unknown as JsonObject;
      const policy = await compilePolicy(document, { protocol: "http" });
      const questions = new Prover(policy).ask();
      const of = (wanted: string) => questions.find(({ name }) => name === wanted)?.findings ?? [];
      expect(shown(of("path-variants"))[0]).toContain("GET /public/..%2fx/y: forwarded");
      expect(of("never-let-in").map(({ kind }) => kind)).toEqual(["holds"]);
    },
  );

  test("what goes on for a prefix is asked for from behind it", async () => {
    const all = rule("All", ["!req.url.path.startsWith('/public/v1/')"]);
    const findings = (await asked([all]))("path-variants");
    expect(shown(findings)[0]).toContain("GET /public/v1/..%2f..%2fx/y: forwarded");
    expect(messages(findings, "fact")).toEqual([
      expect.stringContaining("Whether `/../`, as in /public/v1/../../x/y, takes a request past"),
    ]);
  });
});

test("names the exception that leaves nothing of a rule, with a request that it takes", async () => {
  const find = await asked([
    rule("Files", ["req.url.path.startsWith('/files')", "!req.url.path.startsWith('/f')"]),
    rule("Others", ["req.url.path.startsWith('/others')", "!req.url.path.endsWith('/x')"]),
    rule("Again", ["req.url.path.startsWith('/others')", "!req.url.path.endsWith('/x')"]),
  ]);
  const findings = find("swallowed-rules");
  expect(messages(findings)).toEqual([
    `The rule "Files" never matches: !req.url.path.startsWith('/f') leaves none of its requests.`,
    'The rule "Again" never matches; --reach says why.',
    'The exceptions of the rule "Others" leave requests that match.',
  ]);
  expect(shown(findings)).toEqual([["GET /files: forwarded"]]);
});

test("finds ordinary requests that fail", async () => {
  const find = await asked([
    rule("Large", ["req.content_length > 100"]),
    rule("Guarded", ["has(req.content_length) && req.content_length > 10"]),
    rule("Unusual", ["req.method == 'BREW' && req.headers['x-a'][0] == 'b'"]),
  ]);
  const findings = find("failing-requests");
  expect(messages(findings)).toEqual([
    'A request fails in the rule "Large": req.content_length has no value in this exchange.',
    'No request with a usual method fails in the rules "Guarded" and "Unusual".',
  ]);
  expect(shown(findings)).toEqual([["GET /: failed"]]);
  expect(findings[0]).toMatchObject({
    dependsOn: [{ question: "onExpressionError", answer: "no-match" }],
  });
});

test("finds a URL that a rewrite makes none of", async () => {
  const from = "${req.url.authority}/products/?([.*]+)?";
  const config = { from, to: "/products.php?query=$1" };
  const find = await asked([rule("Products", [], [{ type: "url-rewrite", config }])]);
  const findings = find("failing-requests");
  expect(messages(findings)).toEqual([
    'A request fails in the rule "Products": The result is not a URL: https:///products.php?query=',
  ]);
  expect(shown(findings)).toEqual([["GET /products/: failed"]]);
});

test("says that every request fails", async () => {
  const find = await asked([rule("Typo", ["req.path == '/'"])]);
  expect(messages(find("failing-requests"))).toEqual([
    'Every request that comes to the rule "Typo" fails: There is no variable req.path.',
    notRead,
  ]);
  expect(messages(find("never-let-in"))).toEqual([
    'No request reaches the upstream: the rule "Typo" ends them.',
    notRead,
  ]);
});

const notRead = "The rest is unknown, because not all of the policy can be read.";

test.each([
  ["an unknown action", [{ type: "denny", config: {} }], /^There is no action "denny"\.$/],
  ["a wrong config", [{ type: "deny", config: { status_code: "many" } }], /would refuse/],
])("of a policy with %s, nothing is said to hold", async (_what, actions, reason) => {
  const policy = await compilePolicy({ inbound: [{ actions }] } as never);
  for (const { findings } of new Prover(policy).ask()) {
    expect(findings.map(({ kind }) => kind)).not.toContain("holds");
    expect(findings).toContainEqual({
      kind: "unknown",
      message: notRead,
      reason: expect.stringMatching(reason),
      rules: [],
    });
  }
});

test("says what is never let in, and which rule takes it", async () => {
  const find = await asked([
    rule("Countries", ["conn.geo.country_code in ['KP', 'RU']"]),
    rule("Range", ["inCidrRange(conn.client_ip, '10.0.0.0/8')"]),
    rule("Address", ["conn.client_ip == '192.0.2.1'"]),
    rule("Some", ["req.method == 'TRACE' && hasReqHeader('X-A')"]),
    rule("Connect", ["req.method == 'CONNECT'"]),
  ]);
  expect(messages(find("never-let-in"))).toEqual([
    'No request with the method CONNECT reaches the upstream: the rule "Connect" ends them.',
    'No request from the countries KP or RU reaches the upstream: the rule "Countries" ends them.',
    'No request from the range 10.0.0.0/8 reaches the upstream: the rule "Range" ends them.',
    'No request from the address 192.0.2.1 reaches the upstream: the rule "Address" ends them.',
  ]);
  const closed = await asked([{ name: "All", actions: deny }]);
  expect(messages(closed("never-let-in"))).toEqual([
    'No request reaches the upstream: the rule "All" ends them.',
  ]);
  const reading = await asked([rule("Others", ["req.method != 'GET'"])]);
  expect(messages(reading("never-let-in"))).toEqual([
    'Of the usual methods, only GET reaches the upstream: the rule "Others" ends them.',
  ]);
});

test("says of a connection which version of TLS is never let in", async () => {
  const inbound = [rule("Allow", ["conn.tls.version.contains('1.3')"])];
  const policy = await compilePolicy({ inbound } as never, { protocol: "tls" });
  const questions = new Prover(policy).ask();
  expect(questions.flatMap(({ findings }) => messages(findings, "fact"))).toEqual([
    'No connection with TLS 1.3 reaches the upstream: the rule "Allow" ends them.',
  ]);
});

test("each example does what it is shown for when it is simulated again", async () => {
  const inbound = [
    rule("Closed", ["req.url.path == '/a' || req.host == 'b.example'"]),
    rule("Large", ["req.content_length > 100"]),
  ];
  const policy = await compilePolicy({ inbound } as never);
  const examples = new Prover(policy)
    .ask()
    .flatMap(({ findings }) =>
      findings.flatMap((one) => (one.kind === "found" ? one.examples : [])),
    );
  expect(examples.length).toBeGreaterThan(3);
  expect(examples.map(({ exchange }) => simulateSync(policy, exchange).result)).toEqual(
    examples.map(({ outcome }) => outcome.result),
  );
});
