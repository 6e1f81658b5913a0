import { compilePolicy, type Exchange } from "@traffic-policy/policy-engine";
import type { JsonValue } from "@traffic-policy/policy-language";
import {
  comparePolicies,
  type PolicyComparison,
  type ProofOptions,
} from "@traffic-policy/policy-proof";
import { expect, test } from "vitest";

type Rule = object;

async function compared(
  before: readonly Rule[] | object,
  after: readonly Rule[] | object,
  options?: ProofOptions,
): Promise<PolicyComparison> {
  const [one, other] = await Promise.all(
    [before, after].map((policy) => {
      const document = Array.isArray(policy) ? { inbound: policy } : policy;
      return compilePolicy(document as JsonValue, { protocol: "http" });
    }),
  );
  if (one === undefined || other === undefined) throw new Error("There are two.");
  expect([...one.problems, ...other.problems]).toEqual([]);
  return comparePolicies(one, other, options);
}

const when = (expressions: string | string[], ...actions: object[]): Rule => ({
  expressions: [expressions].flat(),
  actions,
});
const does = (...actions: object[]): Rule => ({ actions });
const deny = (status_code = 403) => ({ type: "deny", config: { status_code } });
const add = (headers: Record<string, string>) => ({ type: "add-headers", config: { headers } });
const remove = (...headers: string[]) => ({ type: "remove-headers", config: { headers } });
const log = (metadata: object) => ({ type: "log", config: { metadata } });
const answer = (status_code: number, content: string, headers = {}) => ({
  type: "custom-response",
  config: { status_code, content, headers },
});
const rewrite = (from: string, to: string) => ({ type: "url-rewrite", config: { from, to } });
const limit = (capacity: number) => ({
  type: "rate-limit",
  config: {
    name: "a",
    algorithm: "sliding_window",
    capacity,
    rate: "60s",
    bucket_key: ["req.host"],
  },
});
const isPost = "req.method == 'POST'";
const isA = "req.url.path.startsWith('/a')";

test.each<[string, Rule[] | object, Rule[] | object]>([
  ["names", [{ name: "A", ...when(isPost, deny()) }], [{ name: "B", ...when(isPost, deny()) }]],
  [
    "headers in any order",
    [does(add({ "x-a": "1" })), does(add({ "x-b": "2" }))],
    [does(add({ "x-b": "2" }), add({ "X-A": "1" }))],
  ],
  [
    "a rule that is split",
    [when(`${isPost} || ${isA}`, deny())],
    [when(isPost, deny()), when(isA, deny())],
  ],
  [
    "De Morgan",
    [when(`!(${isPost} || ${isA})`, deny())],
    [when([`!(${isPost})`, `!${isA}`], deny())],
  ],
  [
    "a header that is removed after it was added",
    [does(add({ "x-a": "1" }), remove("x-a"))],
    [does(remove("x-a"))],
  ],
  [
    "a header that is set twice",
    [does(add({ host: "a" }), add({ host: "b" }))],
    [does(add({ host: "b" }))],
  ],
  ["a rule that is never reached", [does(deny()), when(isPost, answer(200, "x"))], [does(deny())]],
  [
    "a shadowed rule",
    [when(isA, deny()), when("req.url.path == '/a/b'", answer(200, "x"))],
    [when(isA, deny())],
  ],
  [
    "one refusal and another",
    [does({ type: "restrict-ips", config: { allow: ["10.0.0.0/8"] } })],
    [when("!inCidrRange(conn.client_ip, '10.0.0.0/8')", deny())],
  ],
  [
    "rules that exclude each other",
    [when(isPost, deny()), when("req.method == 'PUT'", answer(200, "x"))],
    [when("req.method == 'PUT'", answer(200, "x")), when(isPost, deny())],
  ],
  [
    "interpolated texts",
    [when(isPost, answer(200, "${req.host}"))],
    [when("'POST' == req.method", answer(200, "${ req.host }"))],
  ],
  [
    "an answer without its default headers",
    [does(answer(200, "a", { b: "c", d: "e" }))],
    [does(answer(200, "a", { d: "e", B: "c" }))],
  ],
  [
    "rewrites",
    [when(isPost, rewrite("/v1/", "/v2/")), when("req.url.path == '/v2/x'", deny())],
    [
      when("req.method in ['POST']", rewrite("/v1/", "/v2/")),
      when("req.url.path == '/v2/x'", deny()),
    ],
  ],
  [
    "limits",
    [when(isPost, limit(2)), does(add({ "x-a": "1" }))],
    [does(add({ "x-a": "1" })), when("'POST' == req.method", limit(2))],
  ],
  [
    "logs",
    [when(isPost, log({ a: 1, b: "x" }))],
    [when("'POST' == req.method", log({ b: "x", a: 1 }))],
  ],
  ["to remove what is not there", [when("!hasReqHeader('X-A')", remove("x-a"))], []],
  [
    "outbound rules",
    { outbound: [when("res.status_code >= 500", remove("server"))] },
    { outbound: [when("!(res.status_code < 500)", remove("Server"))] },
  ],
])("the same for every request: %s", async (_name, before, after) => {
  const same = { kind: "same", groups: [], unknown: [] };
  expect(await compared(before, after)).toMatchObject(same);
  expect(await compared(after, before)).toMatchObject(same);
});

test("a proof names the answers to open questions with which it is none", async () => {
  const asked = [when("!hasReqHeader('X-A')", deny())];
  const counted = [when("size(getReqHeader('X-A')) == 0", deny())];
  const found = await compared(asked, counted);
  expect(found.kind).toBe("same");
  expect(found.dependsOn).toEqual([{ question: "absentValues", answer: "error" }]);
  const options = { options: { absentValues: "error" } } as const;
  expect((await compared(asked, counted, options)).kind).toBe("different");
  // What is written in the same way is the same with all answers.
  expect((await compared(counted, [{ name: "B", ...counted[0] }])).dependsOn).toEqual([]);
});

test("the parts of a time that a client may send with an offset are open where it is kept", async () => {
  const time = "timestamp(getReqHeader('X-T')[0])";
  const asked = when(
    `${time} == timestamp('2024-01-01T00:00:00Z') && ${time}.getHours() != 0`,
    deny(),
  );
  const options = { timestampOffset: "kept", onExpressionError: "no-match" } as const;
  expect((await compared([asked], [], { options })).kind).not.toBe("same");
  const dropped = { onExpressionError: "no-match" } as const;
  const { kind, dependsOn } = await compared([asked], [], { options: dropped });
  expect(kind).toBe("same");
  expect(dependsOn).toContainEqual({ question: "timestampOffset", answer: "kept" });
});

test("rules are compared by their names, wherever they have moved, and by their places", async () => {
  const rule = (name: string, text: string): Rule => ({ name, ...when(text, deny()) });
  const paths = Array.from({ length: 40 }, (_item, index) => `/${index}/`);
  const before = paths.map((path) => rule(path, `req.url.path.startsWith('${path}')`));
  const after = paths.map((path) => rule(path, `req.url.path.matches('^${path}')`));
  // So few steps do only because each rule is compared with its own one.
  const budget = { steps: 30 };
  const moved = [...after.slice(7), ...after.slice(0, 7)];
  expect(await compared(before, moved, { budget })).toMatchObject({ kind: "same" });
  const renamed = after.map((one, index) => ({ ...one, name: `Rule ${index}` }));
  expect(await compared(before, renamed, { budget })).toMatchObject({ kind: "same" });
});

async function groups(
  before: Rule[] | object,
  after: Rule[] | object,
): Promise<{ condition: string; exchange: Exchange; what: string[] }[]> {
  const { groups: found, unknown } = await compared(before, after);
  expect(unknown).toEqual([]);
  return found.map(({ condition, exchange, differences }) => ({
    condition,
    exchange,
    what: differences.map(({ what }) => what),
  }));
}

const root = "https://example.com/";

test("a difference has a condition in words, an exchange, and what happens before and after", async () => {
  const { kind, groups: found } = await compared(
    [when([isA, "!hasReqHeader('Authorization')"], deny(401))],
    [when([isA, "!hasReqHeader('Authorization')", "req.method != 'OPTIONS'"], deny(401))],
  );
  expect(kind).toBe("different");
  expect(found).toMatchObject([
    {
      condition:
        "req.url.path.startsWith('/a') && !hasReqHeader('Authorization') && req.method == 'OPTIONS'",
      exchange: { request: { method: "OPTIONS", url: "https://example.com/a" } },
      before: { result: "answered", response: { status: 401 } },
      after: { result: "forwarded" },
    },
  ]);
});

test.each<[string, Rule[] | object, Rule[] | object, string[], string[]]>([
  ["status", [when(isPost, deny(401))], [when(isPost, deny(403))], [isPost], ["status"]],
  ["answer", [does(answer(200, "a"))], [does(answer(200, "b"))], ["true"], ["body"]],
  [
    "header",
    [does(add({ "x-a": "1" }))],
    [does(add({ "x-a": "2" }))],
    ["true"],
    ["header x-a for the upstream"],
  ],
  [
    "order of values",
    [does(add({ "x-a": "1" }), add({ "x-a": "2" }))],
    [does(add({ "x-a": "2" }), add({ "x-a": "1" }))],
    ["true"],
    ["header x-a for the upstream"],
  ],
  [
    "removed after it was added",
    [does(add({ "x-a": "1" }), remove("x-a"))],
    [does(remove("x-a"), add({ "x-a": "1" }))],
    ["true"],
    ["header x-a for the upstream"],
  ],
  ["log", [does(log({ a: 1 }))], [does(log({ a: 2 }))], ["true"], ["log entries"]],
  ["limit", [does(limit(2))], [does(limit(3))], ["true"], ["other actions"]],
  [
    "order of logs and refusals",
    [does(log({})), when(isPost, deny())],
    [when(isPost, deny()), does(log({}))],
    [isPost],
    ["log entries"],
  ],
  [
    "failure",
    [when("req.headers['x-a'][0] == '1'", deny())],
    [when("hasReqHeader('X-A') && req.headers['x-a'][0] == '1'", deny())],
    ["!hasReqHeader('X-A')"],
    ["outcome", "status", "header content-length"],
  ],
  [
    "response",
    { outbound: [does(remove("server"))] },
    { outbound: [] },
    ["true"],
    ["header server"],
  ],
])("what differs is named: %s", async (_name, before, after, conditions, what) => {
  const found = await groups(before, after);
  expect(found.map(({ condition }) => condition)).toEqual(conditions);
  for (const one of found) expect(one.what).toEqual(expect.arrayContaining(what.slice(0, 1)));
});

test("what rules behind an answer would do is not done, also when outbound rules run for it", async () => {
  const compress = does({ type: "compress-response", config: {} });
  const move = does({ type: "redirect", config: { from: "/a", to: "/b" } });
  const options = { outboundAfterAnswer: true };
  const found = await compared([compress, move], [move, compress], { options });
  expect(found.kind).toBe("different");
  expect(await compared([compress, move], [move, compress])).toMatchObject({ kind: "same" });
});

test("a difference that limits make is seen when the exchange takes place often enough", async () => {
  const before = [does(limit(2)), when(isPost, log({}))];
  const after = [when(isPost, log({})), does(limit(2))];
  expect(await compared(before, after)).toMatchObject({
    kind: "different",
    groups: [{ times: 3, before: { logs: [] }, after: { logs: [{ metadata: {} }] } }],
  });
});

test("a difference names the answers to open questions without which there is none", async () => {
  const office = (config: object) => [does({ type: "restrict-ips", config })];
  const { groups: found } = await compared(
    office({ deny: ["10.0.0.0/8"] }),
    office({ allow: ["0.0.0.0/0", "::/0"], deny: ["10.0.0.0/8"] }),
  );
  expect(found).toMatchObject([
    { times: 1, dependsOn: [{ question: "restrictIpsWithoutAllow", answer: "allow" }] },
  ]);
});

test("what time is over for is not known, and named in words", async () => {
  const compareInTime = (looks: number): Promise<PolicyComparison> => {
    let left = looks;
    const budget = { isOver: () => --left < 0 };
    return compared([when(isPost, deny())], [when(isA, deny())], { budget });
  };
  const reason = "The search took too much time or memory.";
  expect(await compareInTime(0)).toEqual({
    kind: "unknown",
    groups: [],
    dependsOn: [],
    unknown: [{ what: "everything", reason }],
  });
  // Time for the formulas, but not for what is asked of them.
  let looks = 1;
  let late = await compareInTime(looks);
  while (late.unknown[0]?.what === "everything") late = await compareInTime(++looks);
  expect(late).toEqual({
    kind: "unknown",
    groups: [],
    dependsOn: [],
    unknown: [
      { what: "requests that are answered with 403", reason },
      { what: "requests that no rule answers or refuses", reason },
    ],
  });
});

test("what is compressed at last may be an answer of an outbound rule", async () => {
  const inbound = [does({ type: "compress-response", config: {} })];
  const outbound = [does(answer(200, "a"))];
  const options = { inboundCompression: "after-outbound" } as const;
  expect(await compared({ inbound, outbound }, { outbound }, { options })).toMatchObject({
    kind: "different",
  });
  expect(await compared({ inbound, outbound }, { outbound })).toMatchObject({ kind: "same" });
});

test("each group of requests has an exchange of its own", async () => {
  const found = await groups(
    [when("req.method in ['POST', 'PUT']", deny()), when(isA, answer(200, "a"))],
    [when("req.method in ['POST', 'DELETE']", deny()), when(isA, answer(200, "b"))],
  );
  expect(found.length).toBeGreaterThanOrEqual(3);
  const seen = new Set(found.map(({ exchange }) => JSON.stringify(exchange)));
  expect(seen.size).toBe(found.length);
  const urls = found.map(({ exchange }) => exchange.request?.url);
  expect(urls).toContain(root);
});
