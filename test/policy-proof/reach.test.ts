import { compilePolicy } from "@traffic-policy/policy-engine";
import type { JsonValue } from "@traffic-policy/policy-language";
import { Prover, type ProofOptions, type TargetReach } from "@traffic-policy/policy-proof";
import { expect, test } from "vitest";
import { sitePolicy } from "../bench/fixtures/site-policies.ts";

const log = [{ type: "log", config: { metadata: {} } }];
const deny = [{ type: "deny", config: { status_code: 403 } }];

async function reach(document: object, options: ProofOptions = {}): Promise<TargetReach[]> {
  const policy = await compilePolicy(document as JsonValue, { protocol: "http" });
  return new Prover(policy, options).reach();
}

/** What is found out, in a line for each target. */
async function lines(document: object, options?: ProofOptions): Promise<string[]> {
  const found = await reach(document, options);
  return found.map(({ target, reached }) => {
    const what = `${target.path} ${target.operand.join(".")} ${target.never}`.replace("  ", " ");
    switch (reached.kind) {
      case "reached":
        return `${what}: reached`;
      case "never":
        return `${what}: never${reached.by.map(({ path }) => ` ${path}`).join("")}`;
      case "unknown":
        return `${what}: unknown`;
    }
  });
}

test("each rule, expression and operand is reached, by an exchange that was tried", async () => {
  const found = await reach({
    inbound: [
      { expressions: ["req.method == 'POST' || hasReqHeader('X-A')"], actions: deny },
      { expressions: ["req.url.path.startsWith('/a') && req.method != 'PUT'"], actions: log },
    ],
  });
  expect(found.map(({ reached }) => reached.kind)).toEqual(found.map(() => "reached"));
  expect(found.map(({ target }) => [target.path, target.operand, target.never])).toEqual([
    ["/inbound/0", [], "reached"],
    ["/inbound/0/expressions/0", [], "true"],
    ["/inbound/0/expressions/0", [], "false"],
    ["/inbound/0/expressions/0", [0], "true"],
    ["/inbound/0/expressions/0", [1], "true"],
    ["/inbound/1", [], "reached"],
    ["/inbound/1/expressions/0", [], "true"],
    ["/inbound/1/expressions/0", [], "false"],
    ["/inbound/1/expressions/0", [0], "false"],
    ["/inbound/1/expressions/0", [1], "false"],
  ]);
});

test("what comes before something that may fail for want of a sign-in's result is reached", async () => {
  const policy = await compilePolicy({
    on_http_request: [
      { actions: [{ type: "oauth", config: { provider: "google" } }] },
      { expressions: ["actions.ngrok.oauth.identity.email == 'a'"], actions: deny },
    ],
  });
  const found = new Prover(policy).reach();
  expect(found.map(({ target, reached }) => [target.path, target.never, reached.kind])).toEqual([
    ["/on_http_request/0", "reached", "reached"],
    ["/on_http_request/0", "matched", "reached"],
    ["/on_http_request/1", "reached", "reached"],
    ["/on_http_request/1/expressions/0", "true", "unknown"],
    ["/on_http_request/1/expressions/0", "false", "unknown"],
  ]);
});

test("what is reached keeps no trace: of thousands of rules, all traces together would take gigabytes", async () => {
  const found = await reach({ inbound: [{ expressions: ["req.method == 'GET'"], actions: deny }] });
  expect(found.map(({ reached }) => reached)).toEqual(
    found.map(() => ({
      kind: "reached",
      exchange: expect.anything(),
      outcome: expect.not.objectContaining({ trace: expect.anything() }),
    })),
  );
});

test("what is never reached has the rules that take its requests, and no others", async () => {
  const document = {
    inbound: [
      { expressions: ["req.method == 'PUT'"], actions: deny },
      { expressions: ["req.url.path == '/x'"], actions: log },
      { expressions: ["req.url.path.startsWith('/a')"], actions: deny },
      { expressions: ["req.url.path == '/a/b' && hasReqHeader('X-A')"], actions: log },
      { actions: deny },
      { actions: log },
    ],
  };
  const found = await lines(document);
  expect(found.filter((line) => line.includes("never"))).toEqual([
    "/inbound/3/expressions/0 true: never /inbound/2",
    "/inbound/3/expressions/0 1 false: never /inbound/2",
    "/inbound/5 reached: never /inbound/4",
    "/inbound/5 matched: never /inbound/4",
  ]);
  expect(found.filter((line) => line.includes("unknown"))).toEqual([]);
});

test("a contradiction is never true, whatever is before it", async () => {
  const document = {
    inbound: [{ expressions: ["req.method == 'A' && req.method == 'B'"], actions: log }],
  };
  expect(await lines(document)).toEqual([
    "/inbound/0 reached: reached",
    "/inbound/0/expressions/0 true: never",
    "/inbound/0/expressions/0 false: reached",
    "/inbound/0/expressions/0 0 false: reached",
    "/inbound/0/expressions/0 1 false: reached",
  ]);
});

const asks = (expression: string) => ({ expressions: [expression], actions: log });
const add = (name: string, value: string) => ({
  actions: [{ type: "add-headers", config: { headers: { [name]: value } } }],
});
const remove = (name: string) => ({
  actions: [{ type: "remove-headers", config: { headers: [name] } }],
});

test.each<[string, object[], string]>([
  ["removed", [remove("x-a"), asks("hasReqHeader('X-A')")], "never"],
  [
    "removed, and asked for its value",
    [remove("x-a"), asks("'a' in getReqHeader('X-A')")],
    "never",
  ],
  ["added", [add("x-a", "1"), asks("!hasReqHeader('X-A')")], "never"],
  [
    "removed and added",
    [remove("x-a"), add("x-a", "1"), asks("req.headers['x-a'][0] != '1'")],
    "never",
  ],
  ["added to others", [add("x-a", "1"), asks("req.headers['x-a'][0] != '1'")], "reached"],
  ["another header", [remove("x-b"), asks("hasReqHeader('X-A')")], "reached"],
  ["user agent", [remove("user-agent"), asks("req.user_agent != ''")], "never"],
  ["host", [add("host", "a.example"), asks("req.host != 'a.example'")], "never"],
  [
    "interpolated",
    [remove("x-a"), add("x-a", "${req.method}"), asks("req.headers['x-a'][0] == 'PUT'")],
    "reached",
  ],
  ["size", [add("x-a", "1"), add("x-a", "2"), asks("req.headers['x-a'].size() < 2")], "never"],
  [
    "only when a rule matches",
    [
      { ...remove("x-a"), expressions: ["req.method == 'PUT'"] },
      asks("hasReqHeader('X-A') && req.method == 'PUT'"),
    ],
    "never",
  ],
])("what rules have changed is seen by later ones: %s", async (_name, inbound, expected) => {
  const found = await lines({ inbound });
  const path = `/inbound/${inbound.length - 1}/expressions/0`;
  expect(found.find((line) => line.startsWith(`${path} true`))).toBe(`${path} true: ${expected}`);
});

test("what an action leaves behind is known to later rules", async () => {
  const watch = (expression: string) => [
    {
      actions: [{ type: "restrict-ips", config: { enforce: false, allow: ["10.0.0.0/8"] } }],
    },
    asks(`actions.ngrok.restrict_ips.action == 'deny' && ${expression}`),
    asks("actions.ngrok.restrict_ips.error.code != ''"),
    asks("has(actions.ngrok.redirect.url)"),
  ];
  const trues = async (expression: string): Promise<(string | undefined)[]> => {
    const found = await lines({ inbound: watch(expression) });
    return [1, 2, 3].map(
      (at) =>
        found.find((line) => line.startsWith(`/inbound/${at}/expressions/0 true`))?.split(": ")[1],
    );
  };
  expect(await trues("conn.client_ip == '192.0.2.1'")).toEqual(["reached", "never", "never"]);
  expect(await trues("conn.client_ip == '10.0.0.1'")).toEqual(["never", "never", "never"]);
});

test("what never happens because of a change has the rules that change it", async () => {
  const found = await reach({
    inbound: [
      { name: "Clean", ...remove("x-a") },
      { name: "Other", ...remove("x-b") },
      asks("hasReqHeader('X-A')"),
      asks("hasReqHeader('X-A') && !hasReqHeader('X-A')"),
    ],
  });
  const never = found.filter(
    ({ target }) => target.never === "true" && target.operand.length === 0,
  );
  expect(never.map(({ reached }) => reached)).toMatchObject([
    { kind: "never", by: [], changedBy: [{ name: "Clean" }] },
    { kind: "never", by: [] },
  ]);
  expect(never[1]?.reached).not.toHaveProperty("changedBy");
});

test("with original messages, changes are not seen", async () => {
  const inbound = [remove("x-a"), asks("hasReqHeader('X-A')")];
  const found = await lines({ inbound }, { options: { laterRulesSee: "original" } });
  expect(found).toContain("/inbound/1/expressions/0 true: reached");
});

test.each<[string, object, string]>([
  ["to one URL", { to: "https://a.example/" }, "reached"],
  ["from one scheme", { from: "^http://", to: "https://" }, "reached"],
])("a redirect ends processing when it changes the URL: %s", async (_name, config, expected) => {
  const found = await lines({
    inbound: [{ actions: [{ type: "redirect", config }] }, { actions: log }],
  });
  expect(found).toContain(`/inbound/1 reached: ${expected}`);
});

test.each<[string, string, object]>([
  [
    "inbound",
    "conn.ts.start < timestamp('2020-01-01T00:00:00Z')",
    { connection: { start: "2019-01-01T00:00:00Z" } },
  ],
  [
    "inbound",
    "'a.example' in conn.tls.client.san.dns_names",
    { connection: { tls: { client: { dnsNames: ["a.example"] } } } },
  ],
  [
    "inbound",
    "conn.tls.client.subject.organization.exists(o, o.startsWith('A'))",
    { connection: { tls: { client: { subject: { organization: ["A"] } } } } },
  ],
  [
    "inbound",
    "conn.tls.client.validity.not_after > timestamp('2030-01-01T00:00:00Z')",
    { connection: { tls: { client: { notAfter: "2030-01-02T00:00:00Z" } } } },
  ],
  [
    "inbound",
    "'br' in req.content_encoding",
    { request: { headers: { "content-encoding": "br" } } },
  ],
  [
    "inbound",
    "getReqHeader('X-A').size() == 2 && getReqHeader('X-A')[1] == 'b'",
    { request: { headers: { "x-a": ["x", "b"] } } },
  ],
  ["inbound", "size(req.cookies) > 0", { request: { cookies: { x: "x" } } }],
  ["inbound", "getQueryParam('q')[1] == 'b'", { request: { url: "https://example.com/?q=x&q=b" } }],
  [
    "inbound",
    "req.url.path.contains('b') && req.url.contains('/a')",
    { request: { url: expect.stringMatching(/^https?:\/\/[^/]*\/.*b/) as string } },
  ],
  [
    "outbound",
    "res.ts.header_sent.getFullYear() == 2020",
    { response: { headerSent: "2020-01-01T00:00:00Z" } },
  ],
  ["outbound", "res.cookies['a'].exists(c, c.value == 'b')", { response: { cookies: { a: "b" } } }],
])("exchanges have what %s conditions ask for: %s", async (direction, expression, exchange) => {
  const found = await reach({ [direction]: [asks(expression)] });
  const whole = found.find(({ target }) => target.never === "true" && target.operand.length === 0);
  expect(whole?.reached).toMatchObject({ kind: "reached", exchange });
});

test("a rule behind one that always fails is not reached, unless failures do not count", async () => {
  const inbound = [{ expressions: ["1 +"], actions: log }, { actions: log }];
  expect(await lines({ inbound })).toContain("/inbound/1 reached: never /inbound/0");
  const options = { onExpressionError: "no-match" } as const;
  expect(await lines({ inbound }, { options })).toContain("/inbound/1 reached: reached");
});

test("outbound rules are reached when the request is forwarded, or after an answer where that is so", async () => {
  const document = {
    inbound: [{ expressions: ["req.method != 'PUT'"], actions: deny }],
    outbound: [
      { expressions: ["req.method == 'GET'"], actions: log },
      { expressions: ["req.method == 'GET' && res.status_code != 403"], actions: log },
    ],
  };
  const trues = async (outboundAfterAnswer: boolean): Promise<string[]> =>
    (await lines(document, { options: { outboundAfterAnswer } })).filter((line) =>
      /outbound.*expressions\/0 true/.test(line),
    );
  expect(await trues(false)).toEqual([
    "/outbound/0/expressions/0 true: never /inbound/0",
    "/outbound/1/expressions/0 true: never /inbound/0",
  ]);
  expect(await trues(true)).toEqual([
    "/outbound/0/expressions/0 true: reached",
    "/outbound/1/expressions/0 true: never",
  ]);
});

test("a whole URL and a part of it are in one exchange", async () => {
  const inbound = [
    { expressions: ["req.url.matches('/old')"], actions: deny },
    { expressions: ["req.url.path.matches('^/users/v[0-9]+')"], actions: deny },
    { expressions: ["req.host == 'www.shop.example'"], actions: deny },
  ];
  expect(await lines({ inbound })).toContain("/inbound/2/expressions/0 true: reached");
});

test("exchanges are looked for that rewrites leave as they are", async () => {
  // Two of its fifty rules rewrite URLs.
  const all = await lines(sitePolicy(21, 50));
  const unknown = all.filter((line) => line.includes(": unknown"));
  expect(unknown.length / all.length).toBeLessThan(0.02);
});

test("outbound rules see what an action has left that answered", async () => {
  const document = {
    inbound: [{ actions: [{ type: "restrict-ips", config: { enforce: true, allow: [] } }] }],
    outbound: [
      { expressions: ["actions.ngrok.restrict_ips.action == 'deny'"], actions: log },
      { expressions: ["actions.ngrok.restrict_ips.action == 'allow'"], actions: log },
    ],
  };
  const found = await lines(document, { options: { outboundAfterAnswer: true } });
  expect(found).toContain("/outbound/0/expressions/0 true: reached");
});

test("a rewrite may make URLs that no request comes with", async () => {
  const rewrite = (from: string) => [{ type: "url-rewrite", config: { from, to: "ftp://" } }];
  const found = await reach({
    inbound: [
      { expressions: ["req.url.scheme == 'http'"], actions: rewrite("^http://") },
      { expressions: ["req.url.scheme == 'http'"], actions: deny },
      { expressions: ["req.url.scheme == 'https'"], actions: deny },
      { expressions: ["req.method == 'PATCH'"], actions: log },
    ],
  });
  const ofLast = found.filter(({ target }) => target.path.startsWith("/inbound/3"));
  expect(ofLast.map(({ reached }) => reached.kind)).toEqual(["reached", "reached", "reached"]);
  const parts = await reach({
    inbound: [
      { actions: rewrite("^https?://") },
      { expressions: ["req.url.startsWith('ftp://')", "req.url.path == '/a'"], actions: log },
    ],
  });
  expect(parts.map(({ reached }) => reached.kind)).not.toContain("never");
});

test.each(["req.url.path == 'x'", "req.url.uri.matches('^x')", "req.url == '/x'"])(
  "that no URL is so has nothing to do with the rules before it: %s",
  async (text) => {
    const document = (before: string) => ({
      inbound: [
        { expressions: [before], actions: deny },
        { expressions: [text], actions: log },
      ],
    });
    const wanted = "/inbound/1/expressions/0 true: never";
    expect(await lines(document("req.url.path == '/a'"))).toContain(wanted);
    expect(await lines(document("req.url.endsWith('a')"))).toContain(wanted);
    expect(await lines(document("req.method == 'PUT'"))).toContain(wanted);
  },
);

test("no exchange is shown with a header that no message can have", async () => {
  const found = await reach({
    inbound: [{ expressions: ["getReqHeader('X-A')[0].startsWith(' a')"], actions: log }],
  });
  const kinds = found.map(({ target, reached }) => `${target.never}: ${reached.kind}`);
  expect(kinds).toEqual(["reached: reached", "true: unknown", "false: reached"]);
});

test("an exchange has a path in its normal form, where one of these is asked for", async () => {
  const texts = ["req.url.path.contains('/..') && req.url.path.startsWith('/files/')"];
  const found = await reach({ inbound: [{ expressions: texts, actions: deny }] });
  const whole = found.find(({ target }) => target.never === "true" && target.operand.length === 0);
  expect(whole?.reached.kind).toBe("reached");
});
