import {
  compareOutcome,
  compilePolicy,
  simulate,
  type Exchange,
  type Expectation,
} from "@traffic-policy/policy-engine";
import { expect, test } from "vitest";

const policy = await compilePolicy({
  inbound: [
    {
      name: "Internal",
      expressions: ["req.url.path.startsWith('/internal')"],
      actions: [{ type: "deny", config: { status_code: 404 } }],
    },
    {
      name: "Gone",
      expressions: ["req.url.path == '/gone'"],
      actions: [
        {
          type: "custom-response",
          config: { status_code: 410, content: "Gone.", headers: { "x-why": "old" } },
        },
      ],
    },
    {
      name: "Fails",
      expressions: ["req.url.path == '/fails'", "req.headers['x-none'][0] == 'a'"],
      actions: [{ type: "log", config: { metadata: {} } }],
    },
    {
      name: "Guarded",
      expressions: ["req.url.path == '/guarded'"],
      actions: [{ type: "jwt-validation", config: {} }],
    },
    {
      expressions: ["req.url.path.startsWith('/v1/')"],
      actions: [
        { type: "url-rewrite", config: { from: "/v1/", to: "/v2/" } },
        { type: "add-headers", config: { headers: { "x-version": "1" } } },
      ],
    },
  ],
  outbound: [
    {
      name: "Compress",
      expressions: ["res.status_code == 200"],
      actions: [{ type: "compress-response" }],
    },
  ],
});

const accepting = { "accept-encoding": "gzip" };

async function differences(
  path: string,
  expectation: Expectation,
  more: Partial<Exchange> = {},
): Promise<string[]> {
  const exchange = { request: { url: `https://example.com${path}`, headers: accepting }, ...more };
  const outcome = await simulate(policy, exchange, { trace: true });
  return compareOutcome(outcome, expectation).map(
    ({ path: at, expected, received }) =>
      `${at} ${JSON.stringify(expected)} ${JSON.stringify(received)}`,
  );
}

const answered = { response: { status: 200, body: "abc" } };

test.each<[string, Expectation, Partial<Exchange>?]>([
  ["/internal", { outcome: "denied", by: "deny", status: 404, upstream: null }],
  ["/internal", { outcome: "answered", onlyMatched: ["Internal"] }],
  ["/internal", { by: { action: "deny", rule: "Internal" } }],
  ["/gone", { outcome: "answered", body: "Gone.", headers: { "X-Why": "old" } }],
  ["/gone", { body: { matches: "^G.ne" }, headers: { "x-why": /^O/i, "x-other": null } }],
  ["/fails", { outcome: "failed", status: 500 }],
  ["/v1/a", { outcome: "forwarded", by: null, upstream: { url: "https://example.com/v2/a" } }],
  ["/v1/a", { upstream: { method: "GET", headers: { "x-version": "1", "x-none": null } } }],
  ["/v1/a", { matched: ["/inbound/4"], notMatched: ["Gone", "/inbound/0"] }],
  ["/a", { compression: "gzip", matched: ["Compress"], status: 200 }, answered],
  ["/a", { compression: null, notMatched: ["Compress"] }, { response: { status: 404 } }],
  ["/a", { upstream: { body: "x" } }, { request: { url: "/a", body: "x" } }],
])("%s is as expected: %j", async (path, expectation, more) => {
  expect(await differences(path, expectation, more)).toEqual([]);
});

test.each<[string, Expectation, string[], Partial<Exchange>?]>([
  ["/internal", { outcome: "forwarded" }, ['/outcome "forwarded" "denied"']],
  ["/gone", { outcome: "denied" }, ['/outcome "denied" "answered"']],
  ["/internal", { by: "custom-response" }, ['/by "custom-response" "deny"']],
  ["/internal", { by: null }, ['/by null "deny"']],
  ["/a", { by: "deny" }, ['/by "deny" null']],
  ["/internal", { by: { rule: "Gone" } }, ['/by/rule "Gone" "Internal"']],
  ["/internal", { status: 403 }, ["/status 403 404"]],
  ["/a", { status: 200 }, ["/status 200 null"]],
  ["/gone", { body: "gone." }, ['/body "gone." "Gone."']],
  ["/gone", { body: { matches: "^on" } }, ['/body {"matches":"^on"} "Gone."']],
  ["/gone", { body: /^on/ }, ['/body {"matches":"/^on/"} "Gone."']],
  ["/gone", { headers: { "x-why": null } }, ['/headers/x-why null "old"']],
  ["/gone", { headers: { "x~/": "a" } }, ['/headers/x~0~1 "a" null']],
  ["/a", { upstream: null }, ['/upstream null "https://example.com/a"']],
  [
    "/gone",
    { upstream: { url: "https://example.com/" } },
    ['/upstream "https://example.com/" null'],
  ],
  [
    "/v1/a",
    { upstream: { method: "POST", url: { matches: "/v1/" }, headers: { "x-version": "2" } } },
    [
      '/upstream/method "POST" "GET"',
      '/upstream/url {"matches":"/v1/"} "https://example.com/v2/a"',
      '/upstream/headers/x-version "2" "1"',
    ],
  ],
  ["/a", { upstream: { body: "y" } }, ['/upstream/body "y" ""']],
  [
    "/internal",
    { matched: ["Gone", "Compress"] },
    ['/matched/0 "matched" "not reached"', '/matched/1 "matched" "not reached"'],
  ],
  ["/a", { matched: ["Gone"] }, ['/matched/0 "matched" "not matched"']],
  ["/fails", { outcome: "failed", matched: ["Fails"] }, ['/matched/0 "matched" "failed"']],
  ["/gone", { notMatched: ["Gone"] }, ['/notMatched/0 "not matched" "matched"']],
  ["/v1/a", { onlyMatched: [] }, ['/onlyMatched [] ["/inbound/4"]']],
  ["/a", { compression: null }, ['/compression null "gzip"'], answered],
  ["/a", { compression: "br" }, ['/compression "br" "gzip"'], answered],
])("%s is not as expected: %j", async (path, expectation, found, more) => {
  expect(await differences(path, expectation, more)).toEqual(found);
});

test("an exchange that fails is never as expected, unless the outcome says so", async () => {
  expect(await differences("/fails", { status: 500 })).toEqual(['/outcome "not failed" "failed"']);
  expect(await differences("/fails", { outcome: "forwarded" })).toEqual([
    '/outcome "forwarded" "failed"',
  ]);
});

test("what is not simulated is never as expected", async () => {
  expect(await differences("/guarded", { matched: ["Guarded"] })).toEqual([
    ' "simulated" "not simulated"',
  ]);
});

test("a rule that the policy does not have is told, with the one that was meant", async () => {
  const outcome = await simulate(policy, { request: { url: "https://example.com/" } });
  const [difference, ...others] = compareOutcome(outcome, { notMatched: ["internal"] });
  expect(others).toEqual([]);
  expect(difference).toMatchObject({
    path: "/notMatched/0",
    received: "no such rule",
    note: 'Did you mean "Internal"?',
  });
});

test("a body of bytes is compared as text in UTF-8", async () => {
  const body = new TextEncoder().encode("é");
  const more = { response: { status: 200, body } };
  expect(await differences("/a", { body: "é" }, more)).toEqual([]);
  const broken = { response: { status: 200, body: new Uint8Array([0xff]) } };
  expect(await differences("/a", { body: "é" }, broken)).toEqual(['/body "é" "1 bytes"']);
});
