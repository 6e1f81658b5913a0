import { compilePolicy, simulateSync } from "@traffic-policy/policy-engine";
import { Prover, type AskedQuestion } from "@traffic-policy/policy-proof";
import type { JsonObject } from "@traffic-policy/policy-language";
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

/** The requests of the examples, with how each ends. */
function shown(findings: AskedQuestion["findings"]): string[][] {
  return findings.map((finding) =>
    "examples" in finding
      ? finding.examples.map(({ exchange, outcome }) => {
          const { method = "GET", url = "" } = exchange.request ?? {};
          return `${method} ${new URL(url).pathname}: ${outcome.result}`;
        })
      : [finding.reason],
  );
}

describe("whether requests get around a check", () => {
  test("finds a request to a URL that is checked for others", async () => {
    const office = rule(
      "Office",
      ["req.url.path.startsWith('/admin')", "req.method == 'POST'"],
      [{ type: "restrict-ips", config: { allow: ["10.0.0.0/8"] } }],
    );
    const findings = (await asked([office]))("bypassed-checks");
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
    expect((await asked([all]))("bypassed-checks")).toEqual([]);
    const some = rule("Tokens", [...all.expressions, "hasReqHeader('Authorization')"], token);
    expect(shown((await asked([some]))("bypassed-checks"))).toEqual([
      ["GET /api/: forwarded", "GET /api/: forwarded"],
    ]);
  });

  test("finds none where the others are refused", async () => {
    const check = [{ type: "restrict-ips", config: { allow: ["10.0.0.0/8"] } }];
    const find = await asked([
      rule("Others", ["req.url.path.startsWith('/admin')", "req.method != 'POST'"]),
      rule("Office", ["req.url.path.startsWith('/admin')", "req.method == 'POST'"], check),
    ]);
    expect(find("bypassed-checks")).toEqual([]);
  });
});

describe("whether a path gets past a rule in another spelling", () => {
  test.each([
    ["req.url.path == '/a'", ["GET /a: answered", "GET /a/: forwarded"], "with a slash at the end"],
    ["req.url.path == '/a'", ["GET /a: answered", "GET //a: forwarded"], "with a doubled slash"],
    ["req.url.path == '/a'", ["GET /a: answered", "GET /A: forwarded"], "in capital letters"],
    ["req.url.path.endsWith('/x')", ["GET /x: answered", "GET /x/: forwarded"], "with a slash"],
  ])("%s: %j", async (condition, requests, how) => {
    const findings = (await asked([rule("Closed", [condition])]))("path-variants");
    expect(shown(findings)).toContainEqual(requests);
    expect(findings.map(({ message }) => message)).toContainEqual(
      expect.stringContaining(`when its path is written ${how}`),
    );
  });

  test.each([
    "req.url.path.contains('secret') || req.url.path.contains('SECRET')",
    "req.url.path.matches('(?i)^/+admin(/|$)')",
    "req.method == 'TRACE'",
  ])("%s: none", async (condition) => {
    const findings = (await asked([rule("Closed", [condition])]))("path-variants");
    expect(findings.filter(({ kind }) => kind === "found")).toEqual([]);
  });
});

test("names the exception that leaves nothing of a rule", async () => {
  const find = await asked([
    rule("Files", ["req.url.path.startsWith('/files')", "!req.url.path.startsWith('/f')"]),
    rule("Others", ["req.url.path.startsWith('/others')", "!req.url.path.endsWith('/x')"]),
  ]);
  expect(find("swallowed-rules").map(({ message }) => message)).toEqual([
    `The rule "Files" never matches: !req.url.path.startsWith('/f') leaves none of its requests.`,
  ]);
});

test("finds ordinary requests that fail", async () => {
  const find = await asked([
    rule("Large", ["req.content_length > 100"]),
    rule("Guarded", ["has(req.content_length) && req.content_length > 10"]),
    rule("Unusual", ["req.method == 'BREW' && req.headers['x-a'][0] == 'b'"]),
  ]);
  const findings = find("failing-requests");
  expect(findings.map(({ message }) => message)).toEqual([
    'A request fails in the rule "Large": req.content_length has no value in this exchange.',
  ]);
  expect(shown(findings)).toEqual([["GET /: failed"]]);
});

test("says what is never let in", async () => {
  const find = await asked([
    rule("Countries", ["conn.geo.country_code in ['KP', 'RU']"]),
    rule("Range", ["inCidrRange(conn.client_ip, '10.0.0.0/8')"]),
    rule("Some", ["req.method == 'TRACE' && hasReqHeader('X-A')"]),
    rule("Connect", ["req.method == 'CONNECT'"]),
  ]);
  expect(find("never-let-in").map(({ message }) => message)).toEqual([
    "No request with the method CONNECT reaches the upstream.",
    "No request from the countries KP and RU reaches the upstream.",
    "No request from the range 10.0.0.0/8 reaches the upstream.",
  ]);
  const closed = await asked([{ name: "All", actions: deny }]);
  expect(closed("never-let-in").map(({ message }) => message)).toEqual([
    "No request reaches the upstream.",
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
    .flatMap(({ findings }) => findings.flatMap((one) => ("examples" in one ? one.examples : [])));
  expect(examples.length).toBeGreaterThan(3);
  expect(examples.map(({ exchange }) => simulateSync(policy, exchange).result)).toEqual(
    examples.map(({ outcome }) => outcome.result),
  );
});
