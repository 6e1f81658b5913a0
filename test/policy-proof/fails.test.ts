import { compilePolicy, simulateSync } from "@traffic-policy/policy-engine";
import { parseUrl } from "@traffic-policy/policy-engine/internal";
import type { JsonValue } from "@traffic-policy/policy-language";
import { Prover, type Failure, type ProofOptions } from "@traffic-policy/policy-proof";
import { expect, test } from "vitest";

const log = [{ type: "log", config: { metadata: {} } }];

async function failures(document: object, options?: ProofOptions): Promise<Failure[]> {
  const policy = await compilePolicy(document as JsonValue, { protocol: "http" });
  return new Prover(policy, options).fails();
}

async function kinds(document: object, options?: ProofOptions): Promise<string[]> {
  return (await failures(document, options)).map(({ path, fails }) => `${path} ${fails.kind}`);
}

test("an expression that asks for what is not there fails, unless it is guarded", async () => {
  const inbound = [
    { expressions: ["req.headers['x-a'][0] == '1'"], actions: log },
    { expressions: ["hasReqHeader('X-A') && req.headers['x-a'][0] == '1'"], actions: log },
    { expressions: ["'x-b' in req.headers", "req.headers['x-b'][0] == '1'"], actions: log },
    { expressions: ["req.headers['x-b'].size() > 1 || req.method != 'PUT'"], actions: log },
  ];
  const found = await failures({ inbound });
  expect(found.map(({ path, fails }) => `${path} ${fails.kind}`)).toEqual([
    "/inbound/0/expressions/0 reached",
    "/inbound/0/actions/0 never",
    "/inbound/1/expressions/0 never",
    "/inbound/1/actions/0 never",
    "/inbound/2/expressions/0 never",
    "/inbound/2/expressions/1 never",
    "/inbound/2/actions/0 never",
    "/inbound/3/expressions/0 reached",
    "/inbound/3/actions/0 never",
  ]);
  expect(found[0]).toMatchObject({
    text: "req.headers['x-a'][0] == '1'",
    fails: {
      exchange: { request: { url: "https://example.com/" } },
      outcome: { result: "failed" },
    },
    dependsOn: [],
  });
});

test("what an earlier rule needs is there in later ones", async () => {
  const inbound = [
    { expressions: ["!hasReqHeader('X-A')"], actions: [{ type: "deny" }] },
    { expressions: ["req.headers['x-a'][0] == '1'"], actions: log },
  ];
  expect(await kinds({ inbound })).toContain("/inbound/1/expressions/0 never");
});

test("an action fails with its interpolations, and with values that no header can have", async () => {
  const add = (value: string) => [{ type: "add-headers", config: { headers: { "x-b": value } } }];
  const inbound = [
    { actions: add("${req.headers['x-a'][0]}") },
    { actions: add("${req.method}") },
    { expressions: ["hasReqHeader('X-A')"], actions: add("${size(req.headers['x-a'][0])}") },
  ];
  expect(await kinds({ inbound })).toEqual([
    "/inbound/0/actions/0 reached",
    "/inbound/1/actions/0 never",
    "/inbound/2/expressions/0 never",
    "/inbound/2/actions/0 never",
  ]);
});

test("a failure says with which answers there is none", async () => {
  const inbound = [{ expressions: ["getReqCookie('a').value == 'b'"], actions: log }];
  const [failure] = await failures({ inbound });
  expect(failure).toMatchObject({
    fails: { kind: "reached" },
    dependsOn: [{ question: "absentCookie", answer: "empty" }],
  });
});

test.each<[string, string, string]>([
  ["^http://", "https://", "never"],
  [String.raw`^https?://old\.example`, "https://new.example", "never"],
  ["^https?://old.example", "https://new.example/", "never"],
  [String.raw`^https?://old\.example/a`, "https://new.example/b", "never"],
  ["/v1/", "/v2/", "never"],
  ["/v1", "/v2", "never"],
  ["/v1(.*)/", "/v2/", "never"],
  ["/v1/?([a-z]+)?", "/v2.php?query=$1", "never"],
  ["v0/user/([0-9]+).*", "v1/user?id=$1&$args", "never"],
  ["^https?://", "https", "reached"],
  ["^https://example.com", "https://", "reached"],
])("a rewrite fails when it makes no URL: %s to %s", async (from, to, expected) => {
  const inbound = [{ actions: [{ type: "url-rewrite", config: { from, to } }] }];
  expect(await kinds({ inbound })).toEqual([`/inbound/0/actions/0 ${expected}`]);
});

test("a rewrite that is said never to fail fails for no URL, however odd", async () => {
  const patterns = [
    "^http://",
    "^https?://",
    String.raw`^https?://old\.example`,
    "^https?://old.example",
    "^https://v1/a",
    "/v1",
    "/v1/",
    "/v1(.*)/",
    "/v1.x",
    "/old",
    "//v1",
    "/.v1",
    "/v?",
    "/v?1/",
    "/v1/?([a-z]+)?",
    "v1/([0-9]*).*",
    "v1/?b",
    "80/v1",
    "v1:80/v1",
  ];
  const replacements = [
    "https://",
    "https://new.example",
    "https://new.example/b",
    "https://new:1/",
    "/v2",
    "/v2/",
    "/v2/a:b",
    "/a:b/c",
    "new",
    "new/",
    "99999/",
    "new?$args",
    "/new?x=$1",
    "/$1/",
  ];
  const urls = [
    "v1/b:c@[x",
    "v1:80/v1/x",
    "u:p@v1/",
    "u:v1@v1/v1/",
    "[::1]:80/v1/",
    "v1.v1/v1?x#y",
    "old.example:80/a",
    "old/example:[",
    "old.example@h/",
    "v1/v1/v1/[",
    "v1xx:[/",
  ]
    .flatMap((rest) => [`https://${rest}`, `http://${rest}`])
    .filter((url) => parseUrl(url) !== undefined);
  let never = 0;
  const wrong: string[] = [];
  for (const from of patterns) {
    for (const to of replacements) {
      const inbound = [{ actions: [{ type: "url-rewrite", config: { from, to } }] }];
      const policy = await compilePolicy({ inbound } as unknown as JsonValue, { protocol: "http" });
      if (new Prover(policy).fails()[0]?.fails.kind !== "never") continue;
      never += 1;
      for (const url of urls) {
        if (simulateSync(policy, { request: { url } }).result === "failed")
          wrong.push(`${from} ${to} ${url}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(never).toBeGreaterThan(10);
});
